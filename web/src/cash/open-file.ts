import { cashApi } from '@waybill/domain/cash/api'
import { call } from '../kit/api/index.ts'
import { showError } from '../kit/layers/alerts.ts'
import { openTab } from '../kit/layers/open-tab.ts'

/** Opens the statement of a payout in a new tab. */
export function openStatement(id: number): Promise<void> {
  return call(cashApi.statement, { id }).then(
    ({ url }) => void openTab(url),
    (thrown: unknown) => showError(thrown, 'The statement could not be made'),
  )
}

/** Opens the slip of a payout from a till in a new tab. */
export function openSlip(transactionId: number): Promise<void> {
  return call(cashApi.payoutSlip, { transaction_id: transactionId }).then(
    ({ url }) => void openTab(url),
    (thrown: unknown) => showError(thrown, 'The slip could not be made'),
  )
}

/** Opens the report of a till for receipt printers in a new tab. */
export function openTillReport(tillId: number): Promise<void> {
  return call(cashApi.printTillReport, { till_id: tillId }).then(
    ({ url }) => void openTab(url),
    (thrown: unknown) => showError(thrown, 'The report could not be made'),
  )
}
