import { systemActor } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { importedApi } from '@waybill/domain/payments/imported-payment'
import { callHandler } from '../call-handler.ts'
import type { Runtime } from '../../src/kit/runtime.ts'
import type { Demo } from './company.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

/**
 * Lines of the demo bank statement: days ago, description (`@3` becomes the code of the account at index 3), amount
 * in Rand.
 */
const statement: readonly (readonly [days: number, words: string, rand: string])[] = [
  [1, 'FNB OB PMT @3', '4 850.00'],
  [1, 'CAPITEC @7 NOVEMBER', '1 250.00'],
  [2, 'ABSA BANK PROTEA INTERIORS', '3 400.00'],
  [2, 'SERVICE FEES', '-185.50'],
  [3, 'MAGTAPE CREDIT @11', '9 120.00'],
  [3, 'INTEREST EARNED', '42.17'],
  [4, 'CASH DEP BRANCH 4471', '600.00'],
  [5, 'FNB OB PMT @15 PARCELS', '2 075.00'],
  [6, 'NEDBANK KAROO AND SONS', '780.00'],
  [8, 'FUEL CARD 8823', '-6 412.80'],
  [9, 'STD BANK @20', '15 000.00'],
]

/** Imports a bank statement of the last days. The finance manager still has to review it. */
export async function makeBankStatement(runtime: Runtime, demo: Demo): Promise<void> {
  const now = runtime.clock()
  const lines = statement.map(([days, words, rand]) => {
    const day = dayOf(new Date(now.getTime() - days * day_ms))
    const named = words.replace(/@(\d+)/, (_, at: string) => demo.accounts[Number(at)]?.code ?? '')
    return `${day},${named},${rand}`
  })
  await callHandler(runtime, systemActor(demo.provider_id), importedApi.upload, {
    file_name: 'fnb-cheque.csv',
    bank_account: 'FNB cheque',
    content: ['Date,Description,Amount', ...lines].join('\n'),
  })
}
