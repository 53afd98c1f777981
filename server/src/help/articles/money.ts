import type { StoredArticle } from '@waybill/domain/help/model'

/** Help articles on invoices, payments and holds. */
export const money_articles: readonly StoredArticle[] = [
  {
    slug: 'invoices-and-payments',
    category: 'money',
    title: 'Invoices, balance and payments',
    summary: 'Where your documents are, how your balance is calculated, and how to pay.',
    readers: ['account', 'staff'],
    keywords: 'invoice statement credit note pdf balance top up eft bank pay prepaid postpaid vat',
    text: `Customers find everything under [Account](/account?tab=billing): the balance, transactions, invoices, credit notes and statements. Open an invoice for its lines and download it as a PDF. Staff open an account to see the same.

Prices and documents are shown only to users whose role allows it.

## Prepaid

Each shipment is paid from your balance when you book. [Top up](/top-up-account) by card or from your bank, and the money is there at once. A transfer you make yourself counts once we have recorded it, which can take up to three days.

## Postpaid

You book against a credit limit and pay your invoices by their due date. Use your account code as reference, so that the payment finds its way.

## Accounts on hold

An account is put on hold when an invoice is overdue for too long, when it owes more than its limit, or by hand. It cannot book then; parcels that were collected travel on. A hold the system placed ends by itself once its cause is settled. Users of the account are told in their [inbox](/inbox).

## Why a price changed

The page of a shipment shows the charges line by line. If a parcel was measured larger or heavier at the hub than it was booked, the difference is charged.`,
  },
  {
    slug: 'bank-statements',
    category: 'money',
    title: 'Import a bank statement',
    summary: 'Match incoming payments to your customers, and undo a wrong match.',
    readers: ['staff'],
    keywords:
      'bank statement import eft payment match reconcile fnb absa standard nedbank capitec investec csv ofx mt940 camt iso20022',
    text: `1. Export the statement from your bank as CSV, OFX, MT940 or camt.053.
2. Open [Imported payments](/billing/imported-payments), press **Import statement** and choose the file. Lines that are there already are left out, so overlapping periods do no harm. What is no payment, such as fees and balances, is counted; a file with a line that cannot be read is refused with the number of the line.
3. Look through the suggestions. One that names an account code, an invoice or a shipment is certain; one by an earlier payment is likely; one by the amount of an open invoice is only possible.
4. Tick those that are right and press **Confirm suggestions**, or open a line to choose the account, to split it over several, or to ignore it.

A payment is posted on the bank's day and set against the oldest open invoices.

## A wrong match

Open the line and press **Take back**. What was posted is reversed on the account with your reason, and the line waits for its account again.

> The reference customers should use is their account code. It is on invoices and where they top up.`,
  },
  {
    slug: 'change-prices',
    category: 'money',
    title: 'Change prices',
    summary: 'Prepare a draft, edit it like a spreadsheet, see its effect and publish it from a date.',
    readers: ['staff'],
    keywords:
      'rates prices grid draft revision publish formula zone lane weight band rate group surcharge fuel',
    text: `Prices are kept in **revisions**. The one in force prices new shipments; every shipment and quote keeps the prices it was booked with. [Rates and estimates](/rates-and-estimates) shows all of them to those who may see them.

## Prepare

1. Press **Start a draft from this** and give the draft a name. Nobody is charged by a draft.
2. In the **Rates grid** choose the rate group and the service level. Arrows move, **Enter** or typing edits, **Delete** takes the inherited price back. A block copied from a spreadsheet can be pasted.
3. Type an amount, 'not sold', 'free', or a formula such as \`99 + max(0, w - 5) * 9.5\`: R 99.00 up to 5 kg, then R 9.50 per kg. The panel beside the grid says it in words and shows what people would pay.
4. A rate group stores only where it differs from the group it inherits from. Its own prices are marked, inherited ones are grey.

Two people can work on one draft. If both change the same thing, the second one is shown what the first one saved.

## Check and publish

**Check and publish** names what must be settled before publishing, with a link to it, lists every difference, and prices the shipments of the last days again, so that you see the effect before anybody pays. Then choose **At once** or a first day. What is published never changes; corrections are a new draft.

## Try a price

**Estimates** prices a route by the revision on screen, drafts too: every service level, the lane and rate group its price comes from, and why a service level is not offered.`,
  },
]
