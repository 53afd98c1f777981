import { driversApi } from '@waybill/domain/drivers/api'
import { planApi } from '@waybill/domain/drivers/plan'
import type { Input, Output } from '@waybill/domain/kit/calls/endpoint'
import { reportsApi } from '@waybill/domain/reports/api'
import { useRef, useState } from 'react'
import { ApiError } from '../../kit/api/api-error.ts'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { showError } from '../../kit/layers/alerts.ts'
import { versionsFor, type Rejection, type Wish } from './plan-changes.ts'

export type Board = Output<typeof planApi.board>
export type Answer = Output<typeof planApi.change>
type Sent = Input<typeof planApi.change>

/** The effect of wished changes, which are not made yet. */
export interface Preview {
  wish: Wish
  input: Sent
  answer: Answer
}

/** What was last said about a change: that it was made, with the way to undo it, or that another user was faster. */
export interface Outcome {
  text: string
  isProblem: boolean
  isDone: boolean
  /** The call that undoes it, for the day that was changed; `null` when it cannot be undone. */
  undo: Sent | null
  /** Visits that were not moved, with the reason. */
  rejected: Answer['results']
}

/** The changes of a dispatcher: first their effect, then made, then undone if the user wants. */
export interface Plan {
  preview: Preview | null
  outcome: Outcome | null
  isBusy: boolean
  /** Asks for the effect of changes. */
  propose: (wish: Wish | Rejection | null, assignAnyway?: boolean) => void
  apply: () => void
  discard: () => void
  undo: (call: Sent) => void
  dismiss: () => void
}

const not_asked: Omit<Outcome, 'text'> = { isProblem: false, isDone: false, undo: null, rejected: [] }
const nothing: Outcome = { ...not_asked, text: 'Nothing to change: these stops are there already.' }

/** Returns the call that undoes a change of a day. The server knows what it left, and rejects what is not so any more. */
export function undoOf(date: Sent['date'], changeId: number): Sent {
  return { date, changes: [{ kind: 'undo', plan_change_id: changeId }] }
}

/** Changes the plans of a board. `reload` reads the board again. */
export function usePlan(board: Board | undefined, reload: () => Promise<unknown>): Plan {
  const [preview, setPreview] = useState<Preview | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const wished = useRef<Wish | null>(null)
  const failed = (thrown: Error): void => {
    if (!(thrown instanceof ApiError) || thrown.status !== 409) return showError(thrown)
    setPreview(null)
    setOutcome({ text: thrown.message, isProblem: true, isDone: false, undo: null, rejected: [] })
    void reload()
  }
  const ask = useEndpointMutation(planApi.change, {
    done: (answer, input) => {
      if (wished.current) setPreview({ wish: wished.current, input, answer })
      // Another user may have given these stops to someone.
      if (answer.results.some(({ applied }) => !applied)) void reload()
    },
    failed,
  })
  const send = useEndpointMutation(planApi.change, {
    refresh: [planApi.changes, reportsApi.opsDashboard, driversApi.tripSheet],
    done: (answer, { date, changes: [first] }) => {
      const changeId = answer.plan_change_id
      const isUndo = first?.kind === 'undo'
      const isDone = isUndo || changeId !== null
      const made = isUndo ? 'The change was undone' : (wished.current?.done ?? '')
      setOutcome({
        text: isDone ? `${made}.` : 'Nothing was changed.',
        isProblem: false,
        isDone,
        undo: changeId === null ? null : undoOf(date, changeId),
        rejected: answer.results.filter(({ applied }) => !applied),
      })
      setPreview(null)
      void reload()
    },
    failed,
  })
  const isBusy = ask.isPending || send.isPending
  return {
    preview,
    outcome,
    isBusy,
    propose: (wish, assignAnyway = false) => {
      if (!board || isBusy) return
      const refused = wish && 'refused' in wish ? wish.refused : null
      setOutcome(
        refused === null ? (wish ? null : nothing) : { ...not_asked, text: refused, isProblem: true },
      )
      setPreview(null)
      wished.current = wish && 'changes' in wish ? wish : null
      if (!wish || 'refused' in wish) return
      ask.mutate({
        date: board.date,
        dry_run: true,
        assign_anyway: assignAnyway,
        versions: versionsFor(wish.changes, board.drivers),
        changes: wish.changes,
      })
    },
    apply: () => {
      if (preview) send.mutate({ ...preview.input, dry_run: false })
    },
    discard: () => setPreview(null),
    undo: (call) => send.mutate(call),
    dismiss: () => setOutcome(null),
  }
}
