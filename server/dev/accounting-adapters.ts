import { accountingHostsPort } from '../src/accounting/index.ts'
import { fakeAccountingPort } from './fakes/accounting/port.ts'
import type { FakeQuickbooks } from './fakes/accounting/quickbooks.ts'
import type { FakeXero } from './fakes/accounting/xero.ts'

/** Returns the adapters by which the product calls fake accounting programs instead of the real ones. */
export function accountingAdapters({
  xero,
  quickbooks,
}: {
  xero: FakeXero
  quickbooks: FakeQuickbooks
}): readonly (readonly [string, unknown])[] {
  return [
    [fakeAccountingPort.name, { xero, quickbooks }],
    [
      accountingHostsPort.name,
      {
        xero: { token_url: `${xero.url}/connect/token`, api_url: xero.url },
        quickbooks: { token_url: `${quickbooks.url}/oauth2/v1/tokens/bearer`, api_url: quickbooks.url },
      },
    ],
  ]
}
