import type { StoredArticle } from '@waybill/domain/help/model'

/** Help articles on getting a price, booking a shipment and handing it over. */
export const send_articles: readonly StoredArticle[] = [
  {
    slug: 'quick-quote',
    category: 'send',
    title: 'Get a price with a quick quote',
    summary: 'Two suburbs and the size of your parcel are enough for prices and delivery days.',
    readers: ['guest', 'account', 'staff'],
    keywords: 'quote price cost rate estimate how much compare services',
    text: `A quick quote compares the services for a route before you book anything.

1. Open [Quick quote](/shipments/new?quick_quote=quote).
2. Choose the suburb or postal code under **From** and under **To**.
3. Choose the day of collection and enter length, width and height in cm and the weight in kg.

Prices include VAT. Beside each you see when the parcel would be collected and delivered. A service that cannot take your parcel is listed under **Not for this parcel**, with the reason.

## Send it right away

Press **Send now** beside a price. Suburbs, parcel and service are carried over to the booking, where you add the street addresses and contacts.

> The price of a quote is based on what you entered. If our hub measures a larger or heavier parcel, the measured size and weight apply.`,
  },
  {
    slug: 'keep-a-quote',
    category: 'send',
    title: 'Keep the price of a shipment as a quote',
    summary: 'Fill in a shipment now, send it when you are ready, at the price you saw.',
    readers: ['account', 'staff'],
    keywords: 'quote keep save price later valid expired accept offer',
    text: `Fill in [a shipment](/shipments/new) as usual and press **Keep as a quote** instead of booking it. Nothing is collected and nothing is charged.

Your quotes are listed under [Quotes](/shipment-quotes), each with its reference, its price and the last day on which the price is valid. Open one to see how the price is made up, and to send it.

## When a quote has expired

You can still send it. Its price is calculated again first, and you see the new price before you pay.

## Something has changed

Press **Change and quote again**: the form opens with everything filled in, and the old quote stays as it was.`,
  },
  {
    slug: 'lockers-and-counters',
    category: 'send',
    title: 'Send from and to lockers and counters',
    summary: 'Find a location near a place, and use it instead of an address.',
    readers: ['account'],
    keywords: 'locker counter pickup point location bob box drop off collect nearest',
    text: `Open [Locations](/locations) and type a suburb, a town or a postal code: the nearest come first. A location shows when it is open and the largest parcel it takes.

Press **Send to here** or **Send from here** to book with that location in place of an address. A shipment with a location has one parcel.

A location that is offline or full cannot accept parcels at the moment. Choose another one nearby.`,
  },
  {
    slug: 'book-a-shipment',
    category: 'send',
    title: 'Book a shipment',
    summary: 'From two addresses to a printed label, and what to do when something is missing.',
    readers: ['guest', 'account', 'staff'],
    keywords: 'send parcel new create order address label service book cut-off dangerous goods',
    text: `1. Open [a new shipment](/shipments/new).
2. Find the collection and the delivery address by typing. Add a name and a mobile number to both, so that the driver can call.
3. Enter your parcels: how many, their size in cm and weight in kg.
4. Choose a service. Prices and delivery days follow what you enter.
5. Press **Book and print label**.

What is left to fill in is listed under **Still missing**; each line leads to its field. Nothing you typed is lost while you look for it.

## Several parcels

Give every kind of parcel a line of its own with its quantity. Each parcel gets its own label with its own barcode.

## When a service is not offered

Open **Why not the others?** under the services. It says for each service what does not fit, such as a parcel that is too heavy or a suburb that is not served.

## Afterwards

On the page of the shipment you print the label again, reschedule, and under **More** you duplicate it, create a return or cancel it.

> Declare what the parcel is worth if you want it covered. Dangerous goods may not be sent; the booking asks you to confirm that there are none.`,
  },
  {
    slug: 'collection',
    category: 'send',
    title: 'Be ready for the collection',
    summary: 'Label, packing, the time window, and what happens if the driver cannot collect.',
    readers: ['guest', 'account', 'staff'],
    keywords: 'pick up collect driver label waybill sticker pack window reschedule failed cancel',
    text: `## Before the driver comes

- Print the label and stick it flat on the largest side of the parcel. The barcode must not bend over an edge.
- Pack the parcel so that it survives a fall from a table.
- Have it ready from the beginning of the collection window. The window is in the summary of your booking and on the page of the shipment.

## If you cannot be there

Open the shipment and choose **Reschedule collection** under **More**. You can choose another day as long as the parcel has not been collected.

## If the driver could not collect

The shipment shows **Collection failed attempt** with the reason. You are told by email and in your [inbox](/inbox). We try again; if another day suits you better, reschedule the collection.

## Cancel

Choose **Cancel shipment** under **More** and give the reason. It is offered to you until the parcel has been collected.`,
  },
  {
    slug: 'bulk-collections',
    category: 'send',
    title: 'Have many parcels collected at once',
    summary: 'Ask for a bulk collection, once or on days of the week; waybills can follow later.',
    readers: ['account', 'staff'],
    keywords: 'bulk collection request pickup recurring daily weekly driver fetch col many parcels',
    text: `Accounts that pay by invoice can have parcels fetched before there are waybills for them.

1. Open [Bulk collections](/collection-requests) and press **New request**.
2. Say where we collect and whom the driver asks for. Your address book is offered as you type.
3. Choose the day and between which times. After the cut-off, or where there is no service that day, the form says when we will come instead.
4. If you know it, say how many parcels and kilograms, and what the driver should bring: bags, boxes, flyers.

The request gets a number that begins with COL. The driver counts or scans the parcels, and the request is closed.

## Every day or every week

Choose **Daily** or **Weekly** instead of **Once**. Requests are then made seven days ahead; days without service and public holidays are left out. When you edit one of them, choose whether only **This one** changes or **This and following**.

## Changes

Until the parcels are fetched you can edit or cancel a request on its page. Moving a failed collection to another day sends the driver again.`,
  },
  {
    slug: 'import-shipments',
    category: 'send',
    title: 'Book many shipments from a spreadsheet',
    summary:
      'Every row is checked and priced before anything is booked. Correct rows do not wait for wrong ones.',
    readers: ['account', 'staff'],
    keywords: 'bulk import csv spreadsheet excel upload many shipments template columns',
    text: `Customers find this at [Import](/shipments/import) on their list of shipments, our staff under [Tools](/tools/shipment-bulk-import).

1. Download the template, fill it in and save it as CSV, or copy the cells of your spreadsheet and paste them.
2. Say which of your columns means what. What was recognised by its name is filled in, and your choice is remembered for the next file.
3. Wait while the rows are checked. Every row has its price, or says in the cell what is wrong with it.
4. Correct cells on the page. Where several rows have the same fault, one correction is enough for all of them.
5. Book the good rows. The others stay, to be corrected there or downloaded as a file.

A shipment with several parcels takes several rows with the same reference, or one row with all of them: \`2x30x20x10x1.5\` means two parcels of 30 × 20 × 10 cm with 1.5 kg each.

## Something was wrong with the file

Within a day you can undo an import. What has not been collected is cancelled and its charges are taken back; the rest stays.`,
  },
  {
    slug: 'lodge-a-claim',
    category: 'send',
    title: 'Claim for a lost or damaged parcel',
    summary: 'What we need to know, how long you have, and how you hear about our decision.',
    readers: ['account', 'staff'],
    keywords: 'claim lost damaged short missing insurance liability compensation refund',
    text: `Open the shipment, then **Lodge a claim** in the menu beside its name. You can also begin in the list of [claims](/claims).

1. Choose what happened: lost, damaged or short, and which parcels.
2. Describe it, and say what the contents were worth and how much you claim.
3. Add photos of the damage and of the packaging, and the invoice for the contents.
4. Choose whether we pay you by credit on your account or into a bank account.

The shipment shows the last day to lodge a claim. Each parcel can have one open claim at a time.

## What happens next

You get a message at every step: when we begin, when we need to know more, and what was decided and why. Answer on the page of the claim. All messages are kept there.

> Without cover for a declared value, the amount we pay is limited. The claim shows what your amount is based on.`,
  },
]
