import type { MoveInKind } from '@waybill/domain/move-in/columns'
import { openAccountLoader } from './accounts.ts'
import { openAddressBookLoader } from './address-books.ts'
import { openAreaLoader } from './areas.ts'
import { openHistoryLoader } from './history.ts'
import { openInvoiceNumberLoader } from './invoice-numbers.ts'
import type { OpenLoader } from './loader.ts'
import { openItemLoader } from './open-items.ts'
import { openContactLoader, openDriverLoader } from './people.ts'
import { openRateLoader } from './rates.ts'

/** The loader of each kind of file. */
export const loaders: Readonly<Record<MoveInKind, OpenLoader>> = {
  accounts: openAccountLoader,
  contacts: openContactLoader,
  'address-books': openAddressBookLoader,
  rates: openRateLoader,
  drivers: openDriverLoader,
  areas: openAreaLoader,
  'open-items': openItemLoader,
  history: openHistoryLoader,
  'invoice-numbers': openInvoiceNumberLoader,
}
