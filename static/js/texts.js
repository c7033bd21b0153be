// The texts of a script in the reader's language. Pages hand them over as JSON, with {gaps} for values; a text with a
// number has one form for each kind of number that the language tells apart (see foundation/language.py).
(() => {
  "use strict";

  const kinds = new Intl.PluralRules(document.documentElement.lang || "en");
  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (gap, name) => values[name] ?? gap);

  globalThis.textsIn = (json) => {
    const texts = JSON.parse(json);

    function counted(name, count) {
      const forms = texts[name];
      return filled(forms[count] ?? forms[kinds.select(count)] ?? forms.other, { count });
    }

    function list(words, last = "and") {
      if (words.length < 2) return words.join("");
      const first = words.slice(0, -1).reduce((list, item) => filled(texts.list, { list, item }));
      const item = words.at(-1);
      const text = new RegExp(texts[`${last} before what`], "i").test(item) ? texts[`${last} before`] : texts[last];
      return filled(text, { list: first, item });
    }

    return { text: (name, values = {}) => filled(texts[name], values), counted, list };
  };
})();
