import { batch_label_max, shipmentsApi } from '@waybill/domain/shipments/api'
import { conflict } from '@waybill/domain/kit/problem'
import type { RuleResult } from '@waybill/domain/kit/rule-result'
import { call } from '../kit/api/index.ts'
import { showError } from '../kit/layers/alerts.ts'
import { openTab } from '../kit/layers/open-tab.ts'
import { formatCount } from '../kit/ui/values/numbers.ts'

/** What to print: stickers or A4 waybills as PDF, or stickers in ZPL for a label printer. */
export type Print = { kind: 'sticker' | 'waybill'; format: 'pdf' | 'zpl' }

export const stickers: Print = { kind: 'sticker', format: 'pdf' }
export const waybills: Print = { kind: 'waybill', format: 'pdf' }
export const label_printer: Print = { kind: 'sticker', format: 'zpl' }

/** Whether `count` shipments can be printed at once (docs/domain/references-and-labels.md#printing-many). */
export function mayPrint(count: number): RuleResult {
  return count <= batch_label_max
    ? true
    : conflict(`At most ${formatCount(batch_label_max)} shipments can be printed at once. Choose fewer.`)
}

/** Creates the labels of shipments and opens them in a new tab. Displays an error if that fails. */
export async function printLabels(ids: readonly number[], print: Print): Promise<void> {
  try {
    const { url } = await call(shipmentsApi.batchLabel, { ids: [...ids], ...print, force_print: true })
    openTab(url)
  } catch (thrown) {
    showError(thrown, 'The labels could not be made')
  }
}
