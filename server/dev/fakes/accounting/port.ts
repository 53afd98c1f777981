import { port } from '../../../src/kit/handler.ts'
import type { FakeQuickbooks } from './quickbooks.ts'
import type { FakeXero } from './xero.ts'

/** Port for the fake accounting programs; only set where they are running. */
export const fakeAccountingPort = port<{ xero: FakeXero; quickbooks: FakeQuickbooks }>(
  'fake accounting programs',
)
