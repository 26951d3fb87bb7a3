"""Questions to the database: a saved one or one SELECT, the rows, and something to take home."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import altair as alt
import streamlit as st

from dashboard.models import query as model
from dashboard.models.source import Source
from dashboard.models.words import Words, literal
from dashboard.screens.frame import Page, address, go, mirror

_OWN = ""
_PATIENCE = 0.5
"""Seconds before a way to stop is offered."""


def show(page: Page, source: Source) -> None:
    """The screen."""
    say, here = page.say, page.address
    titles = {_OWN: say("query.own"), **model.saved_queries(say)}
    saved = model.saved_query(here.name, here.values, say) if here.name else None
    st.selectbox(
        say("query.saved"),
        list(titles),
        format_func=titles.__getitem__,
        key=mirror("saved", here.name if saved else _OWN),
        on_change=_choose,
    )
    if here.name and saved is None:
        st.warning(say("query.unknown", name=literal(here.name)))
    answer = _own(page, source) if saved is None else _saved(page, source, saved)
    if answer is not None:
        _answer(say, answer, "" if saved is None else saved.name)
    _schema(say, source)


def _choose() -> None:
    go(name=st.session_state["saved"], values={}, sql="")


def _own(page: Page, source: Source) -> model.Answer | None:
    say, sql = page.say, page.address.sql
    with st.form("own", border=False):
        st.text_area(say("query.sql"), key=mirror("sql", sql or model.EXAMPLE), height=150)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.form_submit_button(say("query.run"), type="primary", key="run", on_click=_run)
            st.caption(say("query.limits", rows=f"{model.ROWS:,}", seconds=f"{model.SECONDS:g}"))
    if not sql.strip():
        return None
    if st.session_state.get("stopped") == sql:
        st.info(say("query.stopped"))
        return None
    return _asked(say, source, sql)


def _asked(say: Words, source: Source, sql: str) -> model.Answer:
    """The answer. Meanwhile whoever waits can stop it, ask something else or leave: each ends the query at once."""
    place, heartbeat = st.empty(), st.empty()
    shown = False

    def waiting(seconds: float) -> None:
        nonlocal shown
        if seconds > _PATIENCE and not shown:
            shown = True
            place.button(say("query.stop"), key="stop", on_click=_stop, args=(sql,), icon=":material/stop:")
        heartbeat.empty()  # Streamlit ends a run that is not wanted any more only when it has something to send

    with st.spinner(say("query.running")):
        answer = model.ask(source, sql, waiting)
    place.empty()
    return answer


def _stop(sql: str) -> None:
    """This question is not asked again until somebody says Run."""
    st.session_state["stopped"] = sql


def _run() -> None:
    st.session_state.pop("stopped", None)
    go(sql=st.session_state["sql"], name="")


def _saved(page: Page, source: Source, saved: model.Saved) -> model.Answer:
    st.text(saved.about)
    if saved.values:
        with (
            st.form(f"values_{saved.name}", border=False),
            st.container(horizontal=True, vertical_alignment="bottom"),
        ):
            for name, value in saved.values.items():
                st.text_input(saved.labels[name], key=mirror(f"p.{name}", value), width=200)
            st.form_submit_button(
                page.say("query.run"), type="primary", key="run", on_click=_set, args=(saved.values,)
            )
    with st.expander("SQL", key="saved_sql"):
        st.code(saved.sql, language="sql")
    return model.ask_saved(source, saved)


def _set(values: Mapping[str, str]) -> None:
    go(values={name: str(st.session_state[f"p.{name}"]) for name in values}, name=address().name)


def _answer(say: Words, answer: model.Answer, name: str) -> None:
    """Rows, downloads and a chart; with no name, of somebody's own SQL."""
    if answer.error:
        st.error(say("query.error", why=literal(answer.error)))
        return
    count = answer.frame.height
    if not count:
        st.info(say("query.nothing"))
        return
    if answer.cut:
        st.warning(say("query.truncated", count=f"{count:,}", cut=literal(answer.cut)))
    else:
        st.caption(say("query.rows", count=f"{count:,}"))
    headings = model.headings(answer, name, say)
    st.dataframe(
        answer.frame,
        column_config={
            column: st.column_config.NumberColumn(heading, format="%.3f")
            if column in answer.rates
            else st.column_config.Column(heading)
            for column, heading in headings.items()
            if name
        },
        hide_index=True,
        key="answer",
        placeholder="",
        alt=say("query.rows", count=count),
    )
    _downloads(say, answer, name or "rows")
    _chart(say, answer, headings)


def _downloads(say: Words, answer: model.Answer, name: str) -> None:
    frame = answer.frame
    file = f"{name}-first-{frame.height}" if answer.cut else name
    forms = {"csv": model.csv, "json": model.json, "parquet": model.parquet}
    with st.container(horizontal=True):
        for form, write in forms.items():
            st.download_button(
                say(f"query.download.{form}"),
                partial(write, frame),
                f"{file}.{form}",
                key=f"download_{form}",
                on_click="ignore",
                icon=":material/download:",
            )


def _chart(say: Words, answer: model.Answer, headings: Mapping[str, str]) -> None:
    upward = model.numbers(answer.frame)
    if not upward or answer.frame.width < 2:
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        kind = st.segmented_control(
            say("query.chart"),
            ("none", "bar", "line"),
            format_func=lambda name: say(f"query.chart.{name}"),
            default="none",
            required=True,
            key="chart",
        )
        if kind == "none":
            return
        called = headings.__getitem__
        x = st.selectbox(
            say("query.chart.x"), answer.frame.columns, format_func=called, key="chart_x", width=220
        )
        rest = [name for name in upward if name != x] or upward
        y = st.selectbox(say("query.chart.y"), rest, format_func=called, key="chart_y", width=220)
    data = model.chart_data(answer.frame, x, y)
    chart = alt.Chart(data)
    mark = chart.mark_bar() if kind == "bar" else chart.mark_line(point=True)
    across = "x:Q" if data.schema["x"].is_numeric() and kind == "line" else "x:N"
    drawn = mark.encode(
        alt.X(across, title=called(x), sort=None),
        alt.Y("y:Q", title=called(y)),
        tooltip=[alt.Tooltip("x", title=called(x)), alt.Tooltip("y", title=called(y))],
    )
    st.altair_chart(drawn, key="drawn", alt=f"{called(x)}, {called(y)}")


def _schema(say: Words, source: Source) -> None:
    with st.expander(say("query.schema"), key="schema"):
        names = {name: say(f"query.schema.{name}") for name in ("table", "column", "type", "meaning")}
        st.dataframe(
            [vars(column) for column in model.schema(source)],
            column_config={key: st.column_config.TextColumn(label) for key, label in names.items()},
            hide_index=True,
            key="schema_rows",
            alt=say("query.schema"),
        )
