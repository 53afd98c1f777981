import type { StoredArticle } from '@waybill/domain/help/model'

/** Help articles on invoices, payments and holds. */
export const money_articles: readonly StoredArticle[] = [
  {
    slug: 'invoices-and-payments',
    category: 'money',
    title: 'Invoices, balance and payments',
    summary: 'Where to find your documents, how your balance is calculated, and how to pay.',
    readers: ['account', 'staff'],
    keywords: 'invoice statement credit note pdf balance top up eft bank pay prepaid postpaid vat',
    text: `Customers find their balance, transactions, invoices, credit notes and statements under [Account](/account?tab=billing). Open an invoice to see its lines and to download it as a PDF. Staff open the account of the customer to see the same.

Only users whose role allows it see prices and documents.

## Prepaid

Each shipment is paid from your balance when you book. [Top up](/top-up-account) by card or from your bank. The money is available immediately. If you make a bank transfer yourself, it counts after we have recorded it. This can take up to three days.

## Postpaid

You book against a credit limit and pay your invoices by their due date. Use your account code as the payment reference, so that we can find your payment.

## Accounts on hold

An account is put on hold when an invoice is overdue for too long, when it owes more than its limit, or by staff. You cannot book while the account is on hold. Collected parcels continue. An automatic hold ends automatically when the reason is settled. Users of the account get a message in their [inbox](/inbox).

## Why a price changed

The page of a shipment shows each charge. If the hub measures a parcel larger or heavier than booked, we charge the difference.`,
  },
  {
    slug: 'refunds',
    category: 'money',
    title: 'Refunds',
    summary: 'What happens to the price of a cancelled shipment, and how to get money back.',
    readers: ['guest', 'account', 'staff'],
    keywords: 'refund money back reimburse repay return payment cancelled credit overpaid card reversed',
    text: `## A cancelled shipment

If a shipment of an account is cancelled before it is collected, its charges are reversed. The amount is on the balance of the account again, and you can use it for the next shipment. After collection the price stays due.

## Money back to a bank account or card

Money is not paid back automatically, neither to a card nor to a bank account. Ask us, with the tracking reference and the date of the payment. If we agree, we pay you by bank transfer.

## Lost and damaged parcels

Lodge a claim on the page of the shipment. An accepted claim is paid as credit on the account or by bank transfer.

## For staff

Pay the money from your bank, then open the account of the customer, press **Post transaction** and choose **Refund**. This needs the permission for refunds. It lowers the balance of the account and does not move any money itself.`,
  },
  {
    slug: 'cash-on-delivery',
    category: 'money',
    title: 'Cash on delivery',
    summary: 'Drivers do not collect the price of the goods. How a shipment is paid instead.',
    readers: ['guest', 'account', 'staff', 'driver'],
    keywords: 'cash on delivery cod pay driver collect money goods receiver counter eft card',
    text: `We do not offer cash on delivery: drivers do not take money for the goods from the receiver, and no amount can be entered for it when you book. If a receiver offers money to a driver, the driver does not take it.

## How the shipment itself is paid

- **Prepaid accounts** pay from their balance when they book.
- **Postpaid accounts** pay by invoice.
- **Guests** pay online before the collection.
- At a counter of the company, staff with the permission take cash or a card.

## If the goods must be paid first

Ask the receiver to pay you before you book the shipment.`,
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
2. Open [Imported payments](/billing/imported-payments), press **Import statement** and choose the file. Lines that were imported before are skipped, so you can import overlapping periods. Lines that are not payments, such as fees and balances, are counted only. If a line cannot be read, the file is rejected and you see the number of the line.
3. Check the suggestions. A suggestion from an account code, an invoice or a shipment is certain. A suggestion from an earlier payment is likely. A suggestion from the amount of an open invoice is possible.
4. Tick the right suggestions and press **Confirm suggestions**. Or open a line to choose the account, split it over several accounts, or ignore it.

A payment is posted with the date of the bank and allocated to the oldest open invoices.

## A wrong match

Open the line, press **Undo match** and enter the reason. The posting is reversed on the account. You can then match the line again.

> Customers should use their account code as the reference. It is on invoices and on the top-up page.`,
  },
  {
    slug: 'change-prices',
    category: 'money',
    title: 'Change prices',
    summary: 'Prepare a draft, edit it like a spreadsheet, see its effect and publish it from a date.',
    readers: ['staff'],
    keywords:
      'rates prices grid draft revision publish formula zone lane weight band rate group surcharge fuel',
    text: `Prices are stored in **revisions**. The current revision prices new shipments. Every shipment and quote retains the prices it was booked with. [Rates and estimates](/rates-and-estimates) shows all revisions that you have permission to see.

## Prepare

1. Press **Start a draft from this** and enter a name. A draft does not charge customers.
2. In the **Rates grid** choose the rate group and the service level. Move with the arrow keys. Press **Enter** or type to edit. **Delete** restores the inherited price. You can paste cells from a spreadsheet.
3. Type an amount, 'not sold', 'free', or a formula such as \`99 + max(0, w - 5) * 9.5\`: R 99.00 up to 5 kg, then R 9.50 per kg. The panel beside the grid explains the formula and shows example prices.
4. A rate group stores only the prices that differ from the group it inherits from. These prices are marked. Inherited prices are grey.

Two people can work on one draft. If both change the same price, the second person sees what the first person saved.

## Check and publish

**Check and publish** lists the problems you must correct before publishing, with links. It lists every difference and prices recent shipments again, so that you see the effect before customers pay. Then choose **Immediately** or **From a date**. You cannot change published prices. To correct them, make a new draft.

## Try a price

**Estimates** prices a route with the revision that you have open, including drafts. It shows every service level, the lane and rate group of its price, and the reason why a service level is not offered.`,
  },
]
