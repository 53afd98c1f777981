import { hasPermission, isStaff, type Actor } from '../../kit/actor.ts'
import { conflict, forbidden, invalid, wrongState } from '../../kit/problem.ts'
import { firstOf, type RuleResult } from '../../kit/rule-result.ts'
import type { BookPart, BookProblem, BookWarning, ConfirmedWarning, RateRevision } from './revisions.ts'
import { countWarnings, warningText } from './publishing-warnings.ts'

/**
 * The permission needed to change each part of a draft, named after its API call
 * (docs/domain/people-and-permissions.md#the-catalogue-of-calls).
 */
const part_rights: Record<BookPart, { needs: string; what: string }> = {
  formulas: { needs: 'API_/rates/formulas:PATCH', what: 'prices of lanes' },
  tag_groups: { needs: 'API_/rates/formulas:PATCH', what: 'zone groups' },
  service_levels: { needs: 'API_/rates/service-levels:PATCH', what: 'service levels' },
  rate_groups: { needs: 'API_/rates/groups:PATCH', what: 'rate groups' },
  group_overrides: { needs: 'API_/rates/groups:PATCH', what: 'charges of rate groups' },
  rate_group_extras: { needs: 'API_/rates/extras:PATCH', what: 'insurance' },
  surcharges: { needs: 'API_/rates/surcharges:PATCH', what: 'surcharges' },
  rate_adjustments: { needs: 'API_/rates/adjustments:PATCH', what: 'adjustments' },
  time_based_rate_adjustments: {
    needs: 'API_/rates/time-based-adjustments:PATCH',
    what: 'time-based adjustments',
  },
}

/**
 * Checks whether the actor may see price books. Only staff may; account users may not, regardless of their
 * permissions.
 */
export function maySeeRevisions(actor: Actor): RuleResult {
  return isStaff(actor) || forbidden('Only staff can see the price book.')
}

/** Checks whether the actor may change this part of a draft. */
export function mayChangePart(actor: Actor, part: BookPart): RuleResult {
  const { needs, what } = part_rights[part]
  return hasPermission(actor, needs) || forbidden(`You may not change ${what}. Ask an administrator.`)
}

/**
 * Checks that a revision is a draft; other revisions never change
 * (docs/domain/rating.md#price-books-groups-and-revisions).
 */
export function mayChange(revision: { name: string; status: string }): RuleResult {
  return (
    revision.status === 'draft' ||
    wrongState(`'${revision.name}' is published and cannot be changed. Start a draft from it instead.`)
  )
}

/** Checks the separate permission for publishing, which is needed in addition to that of the API call. */
export function mayPublish(actor: Actor): RuleResult {
  return (
    hasPermission(actor, 'INLINE_publish_rates') ||
    forbidden('You may not publish prices. Ask an administrator.')
  )
}

/** Checks that exactly one start is given: at once, or a moment. */
export function checkStart(start: {
  valid_from?: Date | undefined
  at_once?: boolean | undefined
}): RuleResult {
  return (
    (start.valid_from === undefined) === (start.at_once === true) ||
    invalid('Choose when the new prices apply: now, or from a date.', [
      { field: 'valid_from', message: 'is required' },
    ])
  )
}

/**
 * Checks that every kind of warning is confirmed with its current count. A confirmation with another count does not
 * apply, because it was given for a different state.
 */
function checkConfirmed(
  warnings: readonly BookWarning[],
  confirmed: readonly ConfirmedWarning[],
): RuleResult {
  const open = countWarnings(warnings).filter(
    ({ kind, count }) => !confirmed.some((one) => one.kind === kind && one.count === count),
  )
  if (open.length === 0) return true
  const texts = open.map(({ kind, count }) => warningText(kind, count))
  return invalid(
    `Check the draft again and confirm before publishing: ${texts.join('; ')}.`,
    texts.map((text) => ({ field: 'confirmed', message: `must confirm: ${text}` })),
  )
}

/**
 * Checks whether a draft may be published for a moment: the revision is a draft without problems, the moment is not
 * in the past and no other revision starts then, the revision to be replaced is the one the caller saw, and all
 * warnings are confirmed.
 */
export function checkPublish(about: {
  revision: { name: string; status: string }
  problems: readonly BookProblem[]
  warnings: readonly BookWarning[]
  confirmed: readonly ConfirmedWarning[]
  valid_from: Date
  now: Date
  replaces: Pick<RateRevision, 'id' | 'name'> | null
  replaces_id: number
  starts_then: Pick<RateRevision, 'name'> | null
}): RuleResult {
  const { revision, problems, warnings, confirmed, valid_from, now, replaces, replaces_id, starts_then } =
    about
  const [first] = problems
  const taken: RuleResult = starts_then
    ? invalid(`'${starts_then.name}' starts at the same time. Choose another time.`, [
        { field: 'valid_from', message: 'is taken' },
      ])
    : true
  const replaced: RuleResult =
    replaces?.id === replaces_id ||
    conflict(
      replaces
        ? `'${replaces.name}' was published in the meantime and would apply then. Compare with it, then publish again.`
        : 'No prices apply at that time. Load the page again.',
    )
  return firstOf(
    mayChange(revision),
    first
      ? invalid(
          problems.length === 1
            ? `This draft cannot be published yet. ${first.message}`
            : `This draft cannot be published yet. It has ${problems.length} problems. ${first.message}`,
          problems.map(({ message }) => ({ field: '', message })),
        )
      : true,
    valid_from >= now ||
      invalid('Prices cannot start in the past. Choose a later time or publish now.', [
        { field: 'valid_from', message: 'is in the past' },
      ]),
    // A caller who publishes at once did not choose the moment. If another draft was published in the same
    // millisecond, report that it was replaced first.
    ...(valid_from.getTime() === now.getTime() ? [replaced, taken] : [taken, replaced]),
    checkConfirmed(warnings, confirmed),
  )
}
