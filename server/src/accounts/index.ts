import { accountsApi } from '@waybill/domain/accounts/api'
import { serve } from '../kit/verb.ts'
import { changeAccount, listAccountsFor, readSettings, saveSettings } from './accounts.ts'
import { readAddressBook, removeAddresses, saveAddress } from './address-book.ts'

export { demandEntries } from './address-book.ts'
export { addressHash, readAddresses, saveAddresses, type Located } from './address-store.ts'
export { insertEntry, keepAutomatically } from './address-book-store.ts'
export { seenAccount } from './seen-account.ts'
export { accountFor, accountOrGuest } from './which-account.ts'
export {
  accountSettings,
  atOwnBranch,
  escapeLike,
  getAccount,
  getGuestAccount,
  insertAccount,
  isBranch,
  isCodeTaken,
  listAccounts,
  lockBalance,
  moveBalance,
  readAccounts,
  updateAccount,
  type AccountRow,
} from './store.ts'

export const accountRoutes = [
  serve(accountsApi.list, listAccountsFor),
  serve(accountsApi.change, changeAccount),
  serve(accountsApi.settings, readSettings),
  serve(accountsApi.saveSettings, saveSettings),
  serve(accountsApi.addressBook, readAddressBook),
  serve(accountsApi.saveAddress, saveAddress),
  serve(accountsApi.removeAddress, removeAddresses),
]
