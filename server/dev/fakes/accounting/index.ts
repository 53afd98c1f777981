import { accountingHostsPort } from '../../../src/accounting/index.ts'
import { fakeAccountingPort } from './port.ts'
import { fakeQuickbooks } from './quickbooks.ts'
import { fakeXero } from './xero.ts'

/** Starts both fake accounting programs; returns the adapters by which the product calls them. */
export async function fakeAccounting(host: string): Promise<{
  adapters: readonly (readonly [string, unknown])[]
  close(): Promise<void>
}> {
  const xero = await fakeXero({ host, http_port: 0 })
  const quickbooks = await fakeQuickbooks({ host, http_port: 0 })
  return {
    adapters: [
      [fakeAccountingPort.name, { xero, quickbooks }],
      [
        accountingHostsPort.name,
        {
          xero: { token_url: `${xero.url}/connect/token`, api_url: xero.url },
          quickbooks: { token_url: `${quickbooks.url}/oauth2/v1/tokens/bearer`, api_url: quickbooks.url },
        },
      ],
    ],
    async close() {
      await xero.close()
      await quickbooks.close()
    },
  }
}
