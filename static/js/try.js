// Draws the description of the interface, and sends what is tried with the reader's own log-in or token.
const place = document.getElementById("swagger");

// Swagger UI is dark where its page says so; ours go by what the reader chose, or else by what the machine prefers.
const dark = matchMedia("(prefers-color-scheme: dark)");
const root = document.documentElement;
const isDark = () => root.classList.contains("in-dark") || (dark.matches && !root.classList.contains("in-light"));
const follow = () => root.classList.toggle("dark-mode", isDark());
dark.addEventListener("change", follow);
document.addEventListener("change", follow);
follow();

SwaggerUIBundle({
  url: place.dataset.schema,
  domNode: place,
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
  requestInterceptor(request) {
    request.headers["X-CSRFToken"] = place.dataset.csrf;
    return request;
  },
});
