// Swapping by tapping two names: the form is filled, and what would come of it is shown before it is saved.
const panel = document.getElementById("swap");
const form = panel?.querySelector("form");
const told = document.getElementById("consequences");

const fill = (text, values) => text.replace(/%[sba]/g, (mark) => values[mark]);

function lines(change) {
  const aims = JSON.parse(told.dataset.aims);
  const figures = change.figures.map((each) =>
    fill(told.dataset.figure, { "%s": aims[each.aim], "%b": each.before, "%a": each.after }),
  );
  const added = change.new.map((each) => fill(told.dataset.new, { "%s": each.message }));
  const gone = change.gone.map((each) => fill(told.dataset.gone, { "%s": each.message }));
  const all = [...figures, ...added, ...gone];
  return all.length ? all : [told.dataset.same];
}

function show(texts) {
  const list = document.createElement("ul");
  for (const text of texts) {
    const line = document.createElement("li");
    line.textContent = text;
    list.append(line);
  }
  told.replaceChildren(list);
}

let asked = 0;
async function look() {
  const one = form.elements.one.value;
  const other = form.elements.other.value;
  for (const seat of document.querySelectorAll("[data-player]")) {
    seat.classList.toggle("picked", panel.open && [one, other].includes(seat.dataset.player));
  }
  told.replaceChildren();
  if (!one || !other) return;
  const turn = ++asked;
  const body = { round: Number(form.dataset.round), one, other, base: Number(form.dataset.base), trial: true };
  const answer = await fetch(`${form.dataset.api}?lang=${document.documentElement.lang}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRF-Token": form.elements.csrf_token.value },
    body: JSON.stringify(body),
  });
  const change = await answer.json();
  if (turn === asked) show(answer.ok ? lines(change) : [change.detail]);
}

function pick(event) {
  const seat = event.target.closest("[data-player]");
  if (!seat || !panel.open) return;
  event.preventDefault();
  const { one, other } = form.elements;
  const player = seat.dataset.player;
  if (one.value === player) one.value = "";
  else if (other.value === player) other.value = "";
  else if (!one.value) one.value = player;
  else other.value = player;
  look();
}

if (form) {
  document.getElementById("hall").addEventListener("click", pick);
  form.elements.one.addEventListener("change", look);
  form.elements.other.addEventListener("change", look);
  panel.addEventListener("toggle", look);
}
