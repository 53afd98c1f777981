import type { StoredArticle } from '@waybill/domain/help/model'

/** Help articles on getting a price, booking a shipment and handing it over. */
export const send_articles: readonly StoredArticle[] = [
  {
    slug: 'quick-quote',
    category: 'send',
    title: 'Get a price with a quick quote',
    summary: 'Enter two suburbs and the size of your parcel to see prices and delivery days.',
    readers: ['guest', 'account', 'staff'],
    keywords: 'quote price cost rate estimate how much compare services',
    text: `A quick quote compares the services for a route before you book.

1. Open [Quick quote](/shipments/new?quick_quote=quote).
2. Choose the suburb or postal code under **From** and under **To**.
3. Choose the day of collection. Enter length, width and height in cm and the weight in kg.

Prices include VAT. Each price shows the day of collection and the day of delivery. Services that cannot take your parcel are listed under **Not available for this parcel**, with the reason.

## Send it right away

Press **Send now** beside a price. The booking form opens with the suburbs, the parcel and the service. Add the street addresses and contacts.

> The price is based on what you entered. If our hub measures a larger or heavier parcel, we charge for the measured size and weight.`,
  },
  {
    slug: 'keep-a-quote',
    category: 'send',
    title: 'Keep the price of a shipment as a quote',
    summary: 'Fill in a shipment now and send it later at the same price.',
    readers: ['account', 'staff'],
    keywords: 'quote keep save price later valid expired accept offer',
    text: `Fill in [a shipment](/shipments/new) as usual and press **Keep as a quote** instead of booking it. Nothing is collected or charged.

[Quotes](/shipment-quotes) lists your quotes with the reference, the price and the last day on which the price is valid. Open a quote to see the parts of its price, or to send it.

## When a quote has expired

You can still send it. The price is calculated again, and you see the new price before you pay.

## Something has changed

Press **Change and quote again**. The form opens with the details of the quote. The old quote does not change.`,
  },
  {
    slug: 'lockers-and-counters',
    category: 'send',
    title: 'Send from and to lockers and counters',
    summary: 'Find a location near a place, and use it instead of an address.',
    readers: ['account'],
    keywords: 'locker counter pickup point location bob box drop off collect nearest',
    text: `Open [Locations](/locations) and type a suburb, a town or a postal code. The nearest locations are listed first. A location shows its opening hours and the largest parcel it takes.

Choose a location and press **Send here** or **Send from here**. The booking then uses this location instead of an address. A shipment with a location can have only one parcel.

While you book or ask for a quote, press **Hand in at a locker or counter** or **Deliver to a locker or counter**. The list and the map show the distance from the address you typed, the opening hours, the largest free size, and the price where it differs. Locations that cannot take this parcel come last, with the reason. If you hand the parcel in, nothing is collected: choose no collection time, and take the parcel to the location that is named after booking.

A location that is offline or full cannot accept parcels at the moment. Choose another location nearby.`,
  },
  {
    slug: 'book-a-shipment',
    category: 'send',
    title: 'Book a shipment',
    summary: 'From two addresses to a printed label, and what to do when something is missing.',
    readers: ['guest', 'account', 'staff'],
    keywords: 'send parcel new create order address label service book cut-off dangerous goods',
    text: `1. Open [a new shipment](/shipments/new).
2. Type the collection address and the delivery address, and choose them from the list. Add a name and a mobile number to both, so that the driver can call.
3. Enter your parcels: the quantity, the size in cm and the weight in kg.
4. Choose a service. Prices and delivery days update as you type.
5. Press **Book and print label**.

**Still missing** lists what you must still fill in. Press a line to go to its field. You do not lose what you typed.

## Several parcels

Add one line for each kind of parcel, with its quantity. Each parcel gets a separate label and barcode.

## When a service is not offered

Open **Why not the others?** under the services. It shows the reason for each service, such as a parcel that is too heavy or a suburb that is not served.

## Afterwards

On the page of the shipment you can print the label again and reschedule. Open **More** to duplicate the shipment, create a return or cancel it.

> To insure the parcel, declare its value. You may not send dangerous goods. The booking asks you to confirm that there are none.`,
  },
  {
    slug: 'print-labels',
    category: 'send',
    title: 'Print labels and waybills',
    summary: 'The size of a label, label printers and ordinary printers, and many labels at once.',
    readers: ['guest', 'account', 'staff'],
    keywords: 'label printer zebra thermal zpl sticker waybill print pdf a4 roll format dpi reprint',
    text: `Each parcel gets a label of 100 × 150 mm with its barcode. You can print it in two ways:

- **Stickers (PDF)** for an ordinary printer, or for a label printer that is installed on your computer. Set the paper size to 100 × 150 mm and print at actual size.
- **Stickers for a label printer (ZPL)** for label printers that read ZPL, such as a Zebra, at 203 dpi. Send the file to the printer without changing it.

The **Waybill (A4)** lists both parties and the parcels, with a place for a signature.

## Where to print

After a booking, print the label on the page that confirms it. Customers with a login can print again later: open the shipment and press **Label**. To print many labels at once, tick shipments in the [list of shipments](/shipments).

Cancelled and unpaid shipments have no label.

## The printer shows letters instead of a label

The printer does not read ZPL, or its driver prints the file as text. Print **Stickers (PDF)** instead.`,
  },
  {
    slug: 'collection',
    category: 'send',
    title: 'Be ready for the collection',
    summary: 'Label, packing, the time window, and what happens if the driver cannot collect.',
    readers: ['guest', 'account', 'staff'],
    keywords: 'pick up collect driver label waybill sticker pack window reschedule failed cancel',
    text: `## Before the driver comes

- Print the label and stick it flat on the largest side of the parcel. The barcode must not go over an edge.
- Pack the parcel so that a fall from a table does not damage it.
- Have it ready at the start of the collection window. The window is in the summary of your booking and on the page of the shipment.

## If you cannot be there

Open the shipment, then **More**, and choose **Reschedule collection…**. You can choose another day until the parcel is collected.

## If the driver could not collect

The shipment shows **Collection failed attempt** with the reason. You get an email and a message in your [inbox](/inbox). We will try again. To choose another day, reschedule the collection.

## Cancel

Open **More**, choose **Cancel shipment…** and give the reason. You can cancel until the parcel is collected.`,
  },
  {
    slug: 'bulk-collections',
    category: 'send',
    title: 'Have many parcels collected at once',
    summary: 'Ask for a bulk collection, once or on days of the week; waybills can follow later.',
    readers: ['account', 'staff'],
    keywords: 'bulk collection request pickup recurring daily weekly driver fetch col many parcels',
    text: `Accounts that pay by invoice can request a collection of many parcels before they have waybills.

1. Open [Bulk collections](/collection-requests) and press **New request**.
2. Enter the collection address and the contact person. Your address book suggests entries as you type.
3. Choose the day and the times. If it is after the cut-off, or there is no service on that day, the form shows the day on which we will come.
4. If you know it, enter the number of parcels and kilograms, and what the driver must bring: bags, boxes, flyers.

The request gets a number that starts with COL. The driver counts or scans the parcels, and the request is closed.

## Every day or every week

Choose **Daily** or **Weekly** instead of **Once**. Requests are made seven days ahead. A daily collection is left out on days without service and on public holidays. A weekly one is left out or moved to another day: the form states which. When you edit a request, choose whether to change **This one** or **This and following**.

## Changes

You can edit or cancel a request on its page until the parcels are collected. If a collection failed, move it to another day to send a driver again.`,
  },
  {
    slug: 'import-shipments',
    category: 'send',
    title: 'Book many shipments from a spreadsheet',
    summary:
      'Every row is checked and priced before it is booked. You can book correct rows while you fix the others.',
    readers: ['account', 'staff'],
    keywords: 'bulk import csv spreadsheet excel upload many shipments template columns',
    text: `Customers open [Import](/shipments/import) from their list of shipments. Staff find it under [Tools](/tools/shipment-bulk-import).

1. Download the template, fill it in and save it as CSV. Or copy cells of your spreadsheet and paste them.
2. Check the meaning of each column. Columns with known names are already matched. Your choice is saved for the next file.
3. Wait while the rows are checked. Each row shows its price or an error.
4. Correct the cells on the page. If several rows have the same error, you can correct all of them at once.
5. Book the correct rows. You can correct the other rows later, or download them as a file.

For a shipment with several parcels, use several rows with the same reference, or one row with all parcels: \`2x30x20x10x1.5\` means two parcels of 30 × 20 × 10 cm with 1.5 kg each.

## Something was wrong with the file

Within 24 hours you can undo an import: open **More** and choose **Undo import…**. Shipments that have not been collected are cancelled and their charges are reversed. Collected shipments do not change.`,
  },
  {
    slug: 'lodge-a-claim',
    category: 'send',
    title: 'Claim for a lost or damaged parcel',
    summary: 'What we need to know, how long you have, and how you get our decision.',
    readers: ['account', 'staff'],
    keywords: 'claim lost damaged short missing insurance liability compensation refund',
    text: `Open the shipment, then choose **Lodge a claim…** under **More**. You can also start in the list of [claims](/claims).

1. Choose what happened: lost, damaged or short. For some services you can also choose late. Then choose the parcels.
2. Describe what happened. Enter the value of the contents and the amount you claim.
3. Add photos of the damage and of the packaging, and the invoice for the contents.
4. Choose how we pay you: credit on your account, or your bank account.

The shipment shows the last day to lodge a claim. Each parcel can have one open claim at a time.

## What happens next

You get a message when we start, when we need more information, and when we have decided, with the reason. Reply on the page of the claim. It shows all messages.

> Without cover for a declared value, the amount we pay is limited. The claim shows how the amount was calculated.`,
  },
]
