// The keyboard stays where it was: nodes that are moved keep it, dialogs take it and give it back.

let before = null; // what had the focus when the dialog opened
let open = null; // the name of the dialog that is open

// Draws the page, with the dialog of this name over it if there is one.
export function withFocus(name, draw) {
  const focused = document.activeElement;
  if (name && !open) before = focused;
  draw();
  if (focused !== document.activeElement && focused?.isConnected) focused.focus({ preventScroll: true }); // it was moved
  const dialog = name && document.querySelector("[role=dialog]");
  const isLost = document.activeElement === document.body;
  if (dialog && !dialog.contains(document.activeElement) && (isLost || name !== open)) dialog.focus({ preventScroll: true });
  if (!dialog && open && isLost && before?.isConnected) before.focus({ preventScroll: true });
  open = dialog ? name : null;
}
