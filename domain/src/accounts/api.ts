import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { paging } from '../kit/lists/paging.ts'
import { count, day, flag, list, maybe, text } from '../kit/calls/wire.ts'
import {
  Account,
  AccountNote,
  AccountPatch,
  AccountSetting,
  AddressBookEntry,
  AddressBookInput,
  AddressBookPatch,
  ListedAccount,
  NewAccount,
  account_types,
} from './model.ts'

const nothing = z.object({})

/** Customer accounts, their settings, notes and address book: docs/domain/public-api.md. */
export const accountsApi = {
  list: endpoint('GET /accounts', {
    input: z.object({
      id: maybe(list(count)),
      account_code: maybe(text(60)),
      name: maybe(text(255)),
      /** Matches any part of the code or name. */
      search: maybe(text(120)),
      account_type: maybe(list(z.enum(account_types))),
      /** Stored status `open` or `closed`, or derived status `active`, `overdue` or `inactive`. */
      status: maybe(list(text(20))),
      branch_id: maybe(list(count)),
      rate_group_id: maybe(list(count)),
      is_on_hold: maybe(flag),
      /** Matches accounts with any of these tags. */
      tag: maybe(list(text(60))),
      salesperson: maybe(list(text(120))),
      /** For staff limited to a branch: lists the guest account too, without money, because they book for it. */
      for_booking: maybe(flag),
      ...paging,
    }),
    output: z.object({ accounts: z.array(ListedAccount), count: z.int() }),
    summary: 'Lists accounts of the company. A key of an account gets its own account only.',
  }),
  create: endpoint('POST /accounts', {
    input: NewAccount,
    output: ListedAccount,
    summary: 'Creates an account and invites its first user.',
  }),
  change: endpoint('PATCH /accounts', {
    input: AccountPatch,
    output: ListedAccount,
    summary: 'Updates the given fields.',
  }),
  /** Rejected while shipments are active or the balance is not 0. */
  close: endpoint('POST /accounts/close', {
    input: z.object({ id: count, reason: text(500) }),
    output: Account,
    summary: 'Closes an account.',
    published: false,
  }),
  reopen: endpoint('POST /accounts/reopen', {
    input: z.object({ id: count }),
    output: Account,
    summary: 'Reopens a closed account.',
    published: false,
  }),
  /**
   * Returns the options of filters and forms: tags and salespeople in use, and the price lists of the price book in
   * force.
   */
  choices: endpoint('GET /accounts/choices', {
    input: z.object({}),
    output: z.object({
      tags: z.array(z.string()),
      salespeople: z.array(z.string()),
      price_lists: z.array(z.object({ id: z.int(), name: z.string() })),
    }),
    permission: 'API_/accounts:GET',
    summary: 'Returns the tags, salespeople and price lists of accounts, for filters and forms. Staff only.',
    published: false,
  }),
  settings: endpoint('GET /accounts/settings', {
    input: z.object({ account_id: maybe(count), setting: maybe(text(120)), ...paging }),
    output: z.object({ account_settings: z.array(AccountSetting), count: z.int() }),
    workload: 'interactive',
    summary: 'Returns the settings that an account has changed.',
  }),
  saveSettings: endpoint('POST /accounts/settings', {
    input: z.object({
      account_id: maybe(count),
      settings: list(z.object({ key: text(120), value: z.unknown() })),
    }),
    output: z.object({ account_settings: z.array(AccountSetting) }),
    summary: 'Saves settings of an account, all or none. `null` restores the company default.',
  }),
  notes: endpoint('GET /accounts/notes', {
    input: z.object({ account_id: count, ...paging }),
    output: z.object({ account_notes: z.array(AccountNote), count: z.int() }),
    summary: 'Lists staff notes on an account, newest first.',
  }),
  addNote: endpoint('POST /accounts/notes', {
    input: z.object({
      account_id: count,
      message: text(5000, { lines: true }),
      /** Day on which the author gets a reminder in the inbox; today or later. */
      follow_up_day: maybe(day),
    }),
    output: AccountNote,
    summary: 'Adds a staff note to an account, with a reminder on a day if wanted.',
  }),
  removeNote: endpoint('DELETE /accounts/notes', {
    input: z.object({ id: count }),
    output: nothing,
    summary: 'Deletes a note. Only its author can delete it.',
  }),
  addressBook: endpoint('GET /accounts/address-books', {
    input: z.object({
      account_id: maybe(count),
      /** Returns only entries with this address, for example the account's default collection address. */
      address_id: maybe(count),
      search: maybe(text(120)),
      ...paging,
    }),
    output: z.object({ address_books: z.array(AddressBookEntry), count: z.int() }),
    summary: 'Lists the address book of an account.',
  }),
  saveAddress: endpoint('POST /accounts/address-books', {
    input: AddressBookInput,
    output: AddressBookEntry,
    summary: 'Adds an address book entry, or updates the entry with the given ID.',
  }),
  changeAddress: endpoint('PATCH /accounts/address-books', {
    input: AddressBookPatch,
    output: AddressBookEntry,
    summary: 'Updates the given fields of an address book entry.',
  }),
  copyAddressBook: endpoint('POST /accounts/address-books/copy', {
    input: z.object({
      from_account_id: count,
      to_account_ids: list(count),
      /** When true, only returns what the copy would do. */
      dry_run: maybe(flag),
    }),
    output: z.object({
      accounts: z.array(
        z.object({
          account_id: z.int(),
          account_code: z.string(),
          account_name: z.string(),
          /** Number of entries that were added, or would be in a dry run. */
          added: z.int(),
          /** Number of entries that the address book already has or that are repeated in the source. */
          left_out: z.int(),
        }),
      ),
    }),
    permission: 'API_/accounts/address-books:POST',
    summary:
      'Copies an address book to other accounts. Entries with the same name and address are stored once.',
    published: false,
  }),
  removeAddress: endpoint('DELETE /accounts/address-books', {
    input: z.object({ id: list(count), account_id: maybe(count) }),
    output: nothing,
    summary: 'Deletes address book entries.',
  }),
}
