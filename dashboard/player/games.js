// The list of games: a table of links. A plain click opens the game here, by Python; with a modifier key, or
// in another tab, the link works like any other.

function gameLink(row, words) {
  const link = make("a", "open");
  link.href = `?${new URLSearchParams({ page: "replay", game: row.id, lang: words.language })}`;
  link.dataset.open = row.id;
  return link;
}

function seatList(row, words) {
  const list = make("ul", "seats");
  row.seats.forEach((seat, place) => {
    const item = make("li", seat.winner ? "seat winner" : "seat");
    item.append(marker(place), make("span", "name", seat.name));
    if (seat.agent) item.append(make("span", "agent", seat.agent));
    if (seat.winner) {
      const crown = make("span", "crown");
      crown.append(icon("crown"), make("span", "hidden", words.winner));
      item.append(crown);
    }
    list.append(item);
  });
  return list;
}

function gameRow(row, words) {
  const line = make("tr");
  line.dataset.row = row.id;
  const link = gameLink(row, words);
  link.append(row.game);
  const ending = make("td", "reason", row.finished ? row.reason : words.unfinished);
  if (row.rule) ending.append(" ", make("span", "rule-id", row.rule));
  const cells = [make("td", "game"), make("td", "names"), ending, make("td", "number", row.rounds ?? "–"),
    make("td", "number", row.steps), make("td", "seed", row.seed), make("td", "id", row.id.slice(0, 8))];
  cells[0].append(link);
  cells[1].append(seatList(row, words));
  cells[6].title = row.id;
  words.columns.forEach((column, place) => (cells[place].dataset.label = column.label));
  line.append(...cells);
  return line;
}

function heading(column, sort) {
  const cell = make("th", column.number ? "number" : "");
  cell.scope = "col";
  const down = sort === `-${column.name}`;
  const isSorted = down || sort === column.name;
  const button = make("button", "sort", column.label);
  button.type = "button";
  button.dataset.sort = isSorted && !down ? `-${column.name}` : column.name;
  if (isSorted) {
    cell.setAttribute("aria-sort", down ? "descending" : "ascending");
    button.append(make("span", "arrow", down ? " ↓" : " ↑"));
  }
  cell.append(button);
  return cell;
}

export default function ({ data, parentElement, setTriggerValue }) {
  const place = parentElement.querySelector(".games");
  const { rows, words, sort } = data;
  place.lang = words.language;
  place.dataset.theme = themeOf(place);
  const table = make("table");
  const head = make("thead");
  const line = make("tr");
  line.append(...words.columns.map((column) => heading(column, sort)));
  head.append(line);
  const body = make("tbody");
  body.append(...rows.map((row) => gameRow(row, words)));
  table.append(make("caption", "hidden", words.title), head, body);
  place.replaceChildren(table);
  place.dataset.count = rows.length;
  place.onclick = (event) => {
    const sorter = event.target.closest("[data-sort]");
    if (sorter) setTriggerValue("sort", sorter.dataset.sort);
    const row = event.target.closest("[data-row]");
    if (!row || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setTriggerValue("open", row.dataset.row);
  };
}
