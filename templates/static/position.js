// A row of what is due shows the fields that its kind uses.
for (const row of document.querySelectorAll("[data-due]")) {
  const kind = row.querySelector("[data-kind]");
  const show = () => {
    const uses = (kind.selectedOptions[0].dataset.uses ?? "").split(" ");
    for (const field of row.querySelectorAll("[data-field]")) field.hidden = !uses.includes(field.dataset.field);
  };
  kind.addEventListener("change", show);
  show();
}
