import {
  chosenCostCentre,
  costCentreProblem,
  type CostCentreChoice,
} from '@waybill/domain/accounts/cost-centres'
import {
  cost_center_label,
  cost_center_required,
  enable_cost_centers,
} from '@waybill/domain/accounts/settings'
import { invalid, type FieldProblem } from '@waybill/domain/kit/problem'
import type { AccountRow } from '../accounts/index.ts'
import type { BaseContext } from '../kit/handler.ts'

/** The cost centre stored with a shipment: its name, and its id if it is one of the account's cost centres. */
export interface SavedCostCentre {
  cost_center: string | null
  cost_center_id: number | null
}

/**
 * Returns the cost centre of a booking or change. Throws if the account does not have it, or if one is required
 * (ACC-027).
 */
export function costCentreFor(
  reader: BaseContext,
  account: AccountRow,
  choice: CostCentreChoice,
): SavedCostCentre {
  const problem = costCentreProblemFor(reader, account, choice)
  if (problem) throw invalid(problem.message, [problem])
  const chosen = chosenCostCentre(account.cost_centers, choice)
  return {
    cost_center: chosen?.name ?? (choice.cost_center?.name || null),
    cost_center_id: chosen?.id ?? choice.cost_center_id ?? null,
  }
}

/** Returns why the account cannot have the chosen cost centre; `null` if it can. */
export function costCentreProblemFor(
  reader: BaseContext,
  account: AccountRow,
  choice: CostCentreChoice,
): FieldProblem | null {
  return costCentreProblem(reader.actor, account.cost_centers, choice, {
    enable_cost_centers: reader.setting(enable_cost_centers),
    cost_center_required: reader.setting(cost_center_required),
    cost_center_label: reader.setting(cost_center_label),
  })
}
