import { fakeQuickbooks, type FakeQuickbooks } from './quickbooks.ts'
import { fakeXero, type FakeXero } from './xero.ts'

/** Starts both fake accounting programs. */
export async function fakeAccounting(
  host: string,
): Promise<{ xero: FakeXero; quickbooks: FakeQuickbooks; close(): Promise<void> }> {
  const xero = await fakeXero({ host, http_port: 0 })
  const quickbooks = await fakeQuickbooks({ host, http_port: 0 })
  return {
    xero,
    quickbooks,
    async close() {
      await xero.close()
      await quickbooks.close()
    },
  }
}
