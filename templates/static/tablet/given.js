// What the page was given with: the table, who is at it, the words of its language.
export const given = JSON.parse(document.getElementById("given").textContent);

// A text of the page in the reader's language, its facts filled in.
export function word(name, facts = {}) {
  const text = given.words[name];
  if (text === undefined) throw new Error(`there is no word ${name}`);
  const said = value => (Array.isArray(value) ? value.join(given.words.comma) : value);
  return text.replace(/{(\w+)}/g, (_, fact) => said(facts[fact]));
}
