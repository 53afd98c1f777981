import type { KeptArticle } from '@waybill/domain/help/model'

/** Invoices, payments and holds. */
export const money_articles: readonly KeptArticle[] = [
  {
    slug: 'invoices-and-payments',
    category: 'money',
    title: 'Invoices, balance and payments',
    summary: 'Where your documents are, how your balance comes about, and how to pay.',
    readers: ['account', 'staff'],
    keywords: 'invoice statement credit note pdf balance top up eft bank pay prepaid postpaid vat',
    text: `Customers find everything under [Account](/account?tab=billing): the balance, transactions, invoices, credit notes and statements. Open an invoice for its lines and download it as a PDF. Staff open an account to see the same.

Prices and documents are shown only to users whose role allows it.

## Prepaid

Each shipment is paid from your balance when you book. [Top up](/top-up-account) shows the bank account and the reference to use. A transfer counts once we have recorded it, which can take up to three days.

## Postpaid

You book against a credit limit and pay your invoices by their due date. Use your account code as reference, so that the payment finds its way.

## Accounts on hold

An account is put on hold when an invoice is overdue for too long, when it owes more than its limit, or by hand. It cannot book then; parcels that were collected travel on. A hold the system placed ends by itself once its cause is settled. Users of the account are told in their [inbox](/inbox).

## Why a price changed

The page of a shipment shows the charges line by line. If a parcel was measured larger or heavier at the hub than it was booked, the difference is charged.`,
  },
]
