"""Lock-step without ROS: delivery, timers, counting, and when the clock may go on."""

from __future__ import annotations

from ce_nodes.lockstep import NEVER, Barrier, Inbox, TickWork, Timer


def a_node_that_notes(notes: list[object]) -> TickWork:
    work = TickWork()
    work.inboxes["/a"] = Inbox(lambda m: notes.append(("a", m)))
    work.inboxes["/b"] = Inbox(lambda m: notes.append(("b", m)))
    work.timers.append(Timer(100, lambda: notes.append(("timer", work.time))))
    return work


def test_messages_come_topic_by_topic_before_timers_whatever_order_they_arrived_in() -> None:
    notes: list[object] = []
    work = a_node_that_notes(notes)
    work.inboxes["/b"].waiting.extend([1, 2])
    work.inboxes["/a"].waiting.append(3)
    work.announce({"/a": 1, "/b": 2, "/not_mine": 5})
    assert work.missing() == []
    work.run(0)
    assert notes == [("a", 3), ("b", 1), ("b", 2), ("timer", 0)]


def test_a_message_of_a_later_tick_waits_for_that_tick() -> None:
    notes: list[object] = []
    work = a_node_that_notes(notes)
    work.inboxes["/a"].waiting.extend(["now", "later"])
    work.announce({"/a": 1})
    work.run(0)
    assert ("a", "later") not in notes
    work.announce({"/a": 1})
    work.run(50)
    assert notes[-1] == ("a", "later")


def test_an_announced_message_that_has_not_arrived_is_missing() -> None:
    work = a_node_that_notes([])
    work.announce({"/b": 1})
    assert work.missing() == ["/b"]


def test_timers_keep_their_period_and_tell_when_they_are_due() -> None:
    notes: list[object] = []
    work = a_node_that_notes(notes)
    for time in (0, 40, 100, 199, 200):
        work.run(time)
    assert notes == [("timer", 0), ("timer", 100), ("timer", 200)]
    assert work.next_due() == 300
    assert TickWork().next_due() == NEVER


def test_published_messages_are_counted_once() -> None:
    work = TickWork()
    work.count("/a")
    work.count("/a")
    assert work.take_counts() == {"/a": 2}
    assert work.take_counts() == {}


def test_the_clock_waits_for_those_who_are_due_and_for_nobody_else() -> None:
    barrier = Barrier({"/p": [], "/q": []})
    barrier.answer("/p", 0, 100, {})
    assert barrier.pending == {"/q"}
    barrier.answer("/q", 0, 0, {})
    assert not barrier.pending
    assert barrier.earliest() == 0
    assert barrier.open(50) == ["/q"]
    barrier.answer("/q", 1, 150, {})
    assert barrier.earliest() == 100


def test_everyone_is_told_what_was_published_on_its_topics_since_it_was_told_last() -> None:
    barrier = Barrier({"/p": ["/x"], "/q": ["/x", "/y"]})
    barrier.publish({"/x": 1, "/z": 1})
    assert barrier.tell("/p") == {"/x": 1}
    barrier.answer("/p", 0, 0, {"/x": 1, "/y": 2})
    assert barrier.tell("/p") == {"/x": 1}
    assert barrier.tell("/q") == {"/x": 2, "/y": 2}
    assert barrier.tell("/q") == {}


def test_an_answer_to_an_earlier_tick_does_not_release_the_clock_but_its_messages_count() -> None:
    barrier = Barrier({"/p": ["/x"]})
    barrier.open(0)
    barrier.answer("/p", 0, 100, {"/x": 1})
    assert barrier.pending == {"/p"}
    assert barrier.tell("/p") == {"/x": 1}


def test_the_owner_is_told_but_never_waited_for() -> None:
    barrier = Barrier({"/p": [], "": ["/x"]}, always="")
    assert barrier.pending == {"/p"}
    barrier.answer("/p", 0, 10, {"/x": 1})
    assert barrier.open(10) == ["/p"]
    assert barrier.tell("") == {"/x": 1}


def test_a_stranger_answers_in_vain() -> None:
    barrier = Barrier({"/p": ["/x"]})
    barrier.answer("/stranger", 0, 10, {"/x": 1})
    assert barrier.pending == {"/p"}
    assert barrier.tell("/p") == {}  # what it published is not of this run
    assert barrier.earliest() == 0
