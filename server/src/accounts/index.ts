import { accountsApi } from '@waybill/domain/accounts/api'
import { serve, serveExternal } from '../kit/handler.ts'
import { listAccountsFor, readChoices, readSettings, saveSettings } from './accounts.ts'
import { changeAccount } from './change-account.ts'
import { closeAccount, reopenAccount } from './close-account.ts'
import { copyAddressBook } from './copy-address-book.ts'
import { addNote, readNotes, remindFollowUps, removeNote } from './notes.ts'
import { applyPriceLists } from './price-lists.ts'
import { changeAddress, readAddressBook, removeAddresses, saveAddress } from './address-book.ts'
import { hour_ms } from '@waybill/domain/kit/dates/durations'

export { audited_account, audited_account_setting } from './audited-store.ts'
export { requireEntries } from './address-book.ts'
export {
  deleteUnusedAddresses,
  findEqualAddresses,
  placeHash,
  readAddresses,
  saveAddresses,
  storeAddresses,
} from './address-store.ts'
export { deleteEntries, insertEntry, saveAutomaticEntry, updateEntry } from './address-book-store.ts'
export { priceListNames } from './rate-group-names-store.ts'
export { requireBranch, requireFreeCode, requirePriceList, requireSound } from './change-account.ts'
export { listedAccounts } from './listed-account.ts'
export { openAccount } from './open-account.ts'
export { presentAccount } from './present-account.ts'
export { renameTagOfAccounts } from './tag-renamed.ts'
export { accountFor, accountOrGuest, bookingAccountFor } from './which-account.ts'
export {
  accountIdsByCode,
  accountOfCode,
  accountSettings,
  afterBooking,
  atOwnBranch,
  balanceMoved,
  matchesPhone,
  countAccountsOfBranch,
  countTaggedAccounts,
  deleteAccount,
  escapeLike,
  getAccount,
  insertAccount,
  isBranch,
  hasThirdPartyAccounts,
  listAccounts,
  readBookingState,
  lockBalance,
  lockBalances,
  moveBalance,
  readAccounts,
  readBalances,
  setNextInvoiceRuns,
  updateAccount,
  type AccountRow,
} from './store.ts'

export const accountRoutes = [
  serve(accountsApi.list, listAccountsFor),
  serve(accountsApi.change, changeAccount),
  serve(accountsApi.close, closeAccount),
  serve(accountsApi.reopen, reopenAccount),
  serve(accountsApi.choices, readChoices),
  serve(accountsApi.notes, readNotes),
  serve(accountsApi.addNote, addNote),
  serve(accountsApi.removeNote, removeNote),
  serve(accountsApi.settings, readSettings),
  serve(accountsApi.saveSettings, saveSettings),
  serve(accountsApi.addressBook, readAddressBook),
  serve(accountsApi.saveAddress, saveAddress),
  serve(accountsApi.changeAddress, changeAddress),
  serve(accountsApi.removeAddress, removeAddresses),
  serveExternal(accountsApi.copyAddressBook, copyAddressBook),
]

/** Scheduled jobs of accounts. A run may be missed, repeated or executed on several processes without harm. */
export const accountSchedules = [
  { name: 'price-lists', every_ms: hour_ms, run: applyPriceLists },
  { name: 'follow-ups', every_ms: hour_ms, run: remindFollowUps },
]
