import type { MoveInKind } from '@waybill/domain/move-in/columns'

/** The title of each kind of file, and what it brings. */
export const kind_texts: Readonly<Record<MoveInKind, { title: string; about: string }>> = {
  accounts: { title: 'Accounts', about: 'Customers with their terms, price list and billing contact.' },
  contacts: { title: 'Contacts', about: 'People of accounts. They become users; nobody is invited yet.' },
  'address-books': { title: 'Address books', about: 'Senders and receivers of each account.' },
  rates: {
    title: 'Prices',
    about: 'A line for each weight band of a lane. They go into a draft price book.',
  },
  drivers: {
    title: 'Drivers',
    about: 'Drivers with branch and vehicle. They become users; nobody is invited yet.',
  },
  areas: { title: 'Areas', about: 'Outlines of rate areas, driver rounds and branches.' },
  'open-items': {
    title: 'Open items',
    about: 'Open invoices and credits, with their old numbers and dates.',
  },
  history: {
    title: 'Old shipments',
    about: 'Shipments that are over. They can be found and tracked, and are not charged.',
  },
  'invoice-numbers': {
    title: 'Invoice numbers',
    about: 'Old numbers that are shown on invoices issued here.',
  },
}
