// Draws the description of the interface, and sends what is tried with the reader's own log-in or token.
const place = document.getElementById("swagger");

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
