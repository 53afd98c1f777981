import { isStaff, type Actor } from '../kit/actor.ts'
import type { FieldProblem } from '../kit/problem.ts'
import type { CostCenter } from './account.ts'

/** Settings for how a company uses cost centres (SET-110, docs/domain/accounts-and-ledger.md#cost-centres). */
export interface CostCentreRules {
  enable_cost_centers: boolean
  cost_center_required: boolean
  cost_center_label: string
}

/** The cost centre that a booking specifies, by id or by name. */
export interface CostCentreChoice {
  cost_center_id?: number | undefined
  cost_center?: { name: string } | undefined
}

/** Returns the active cost centres, which are the ones that may be chosen. */
export function activeCostCentres(centres: readonly CostCenter[] | null): readonly CostCenter[] {
  return (centres ?? []).filter((centre) => centre.is_active !== false)
}

/** Finds the active cost centre that a booking specifies. The given name is also matched against codes, in any case. */
export function chosenCostCentre(
  centres: readonly CostCenter[] | null,
  { cost_center_id, cost_center }: CostCentreChoice,
): CostCenter | undefined {
  const active = activeCostCentres(centres)
  if (cost_center_id) return active.find(({ id }) => id === cost_center_id)
  const wanted = cost_center?.name.trim().toLowerCase()
  if (!wanted) return undefined
  return active.find(({ name, code }) => [name, code].some((one) => one?.toLowerCase() === wanted))
}

/**
 * Returns the problem with the cost centre of a booking: an id that the account does not have, or none where the
 * account's users must choose one because the account has active cost centres. API keys and staff may leave it out
 * (ACC-027, docs/domain/accounts-and-ledger.md#cost-centres).
 */
export function costCentreProblem(
  actor: Actor,
  centres: readonly CostCenter[] | null,
  choice: CostCentreChoice,
  rules: CostCentreRules,
): FieldProblem | null {
  const active = activeCostCentres(centres)
  if (!rules.enable_cost_centers || active.length === 0) return null
  const label = rules.cost_center_label
  if (choice.cost_center_id && !chosenCostCentre(centres, choice))
    return {
      field: 'cost_center_id',
      message: `${label} ${choice.cost_center_id} does not belong to this account. Choose one from the list.`,
    }
  const must = rules.cost_center_required && actor.kind === 'user' && !isStaff(actor)
  if (must && !choice.cost_center_id && !choice.cost_center?.name)
    return { field: 'cost_center_id', message: `${label} is required.` }
  return null
}
