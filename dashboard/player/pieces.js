// Pieces of pages: elements, drawings, icons, and the marks of the seats.

// Names come from logs: they are only ever set as text, never as markup.
function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

function draw(tag, attributes = {}, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

// Seats are told apart by shape as well as by colour, in the same way as in the pictures.
const SHAPES = [
  "M-7 0a7 7 0 1 0 14 0a7 7 0 1 0 -14 0z",
  "M-6.5 -6.5h13v13h-13z",
  "M0 -8L8 6h-16z",
  "M0 -8.5L8.5 0 0 8.5-8.5 0z",
  "M0 -8L7.6 -2.5 4.7 6.5h-9.4L-7.6 -2.5z",
  "M-3 -8h6v5h5v6h-5v5h-6v-5h-5v-6h5z",
];

function shapeOf(seat, attributes = {}) {
  return draw("path", { d: SHAPES[seat % SHAPES.length], class: `seat-${(seat % SHAPES.length) + 1}`, ...attributes });
}

function marker(seat) {
  const svg = draw("svg", { viewBox: "-10 -10 20 20", class: "marker", "aria-hidden": "true" });
  svg.append(seat < 0 ? draw("path", { d: "M-7 -1.5h14v3h-14z", class: "seat-0" }) : shapeOf(seat));
  return svg;
}

const ICONS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  previousRound: "M12 6l-7 6 7 6zM20 6l-7 6 7 6z",
  previous: "M16 5l-9 7 9 7z",
  play: "M7 4l13 8-13 8z",
  pause: "M7 5h4v14h-4zM14 5h4v14h-4z",
  next: "M8 5l9 7-9 7z",
  nextRound: "M4 6l7 6-7 6zM12 6l7 6-7 6z",
  last: "M18 5v14M5 5l9 7-9 7z",
  copy: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.5 1.5M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.5-1.5",
  done: "M5 13l5 5L20 7",
  help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18v.1",
  close: "M6 6l12 12M18 6L6 18",
  crown: "M4 18h16l1.5-10-5.5 4-4-7-4 7-5.5-4z",
};
const OUTLINED = new Set(["copy", "done", "help", "close"]);

function icon(name) {
  const svg = draw("svg", { viewBox: "0 0 24 24", class: OUTLINED.has(name) ? "icon outlined" : "icon", "aria-hidden": "true" });
  svg.append(draw("path", { d: ICONS[name] }));
  return svg;
}

// Light or dark as the page around is, which may differ from the system.
function themeOf(element) {
  const parts = window.getComputedStyle(element).backgroundColor.match(/[\d.]+/g)?.map(Number) ?? [];
  return parts.length < 3 || 0.3 * parts[0] + 0.6 * parts[1] + 0.1 * parts[2] > 128 ? "light" : "dark";
}
