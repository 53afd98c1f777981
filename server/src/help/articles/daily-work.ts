import type { StoredArticle } from '@waybill/domain/help/model'

/** Help articles on features that are used throughout the product. */
export const work_articles: readonly StoredArticle[] = [
  {
    slug: 'inbox',
    category: 'work',
    title: 'Your inbox',
    summary: 'What you are told there, and how to keep it tidy.',
    readers: ['account', 'staff', 'driver'],
    keywords: 'message notification unread news mark read',
    text: `The [inbox](/inbox) keeps what concerns you until you have seen it. The number beside it in the navigation counts what is unread, and changes by itself.

Users of an account are told when

- a collection or delivery failed, or a shipment is on hold, cannot be delivered or comes back,
- we wrote a note to them about a shipment,
- an invoice was issued, if their role shows invoices,
- the account was put on hold or released.

Everybody is told when their password, their two-factor authentication or their role was changed. Staff who decide on holds hear of new customers and of accounts that the system put on hold.

A message is read once you open it, for you alone: your colleagues still see it as unread. **Mark all as read** does it for all of them. In the menu of a message you mark it as unread again. Messages are kept for 180 days.`,
  },
  {
    slug: 'work-faster',
    category: 'work',
    title: 'Work with the keyboard',
    summary: 'Commands, searches and keys that save the most time.',
    readers: ['account', 'staff'],
    keywords: 'shortcut keys command palette search scanner quick navigate dark theme columns views',
    text: `- \`Ctrl\` \`k\` opens the commands: type where you want to go or what you want to do.
- \`/\` puts the cursor into the reference search. A scanned label opens its shipment from any page.
- \`g\` and then a letter goes to a page, such as \`g\` \`s\` for shipments and \`g\` \`i\` for the inbox.
- In a list, \`j\` and \`k\` move from row to row, \`Enter\` opens one, \`x\` selects it.
- \`Ctrl\` \`Enter\` saves a form.
- \`?\` lists all keys.

## Lists as you like them

Choose columns and density at the top right of a list. Filter it, then press **Save view** to keep the filters as a tab. Both are kept for you on every device.

## Light or dark

Choose the theme in the menu beside your name.`,
  },
  {
    slug: 'ask-a-question',
    category: 'work',
    title: 'Ask us',
    summary: 'Write to the company from the help centre.',
    readers: ['guest', 'account'],
    keywords: 'contact support question email phone help form complaint',
    text: `Below the articles of the [help centre](/help-centre) you find how to reach us and, where we offer it, a form for your question.

1. Enter your name, your email address and your question.
2. Press **Send the question**.

The page you came from goes with it, and the number of the last error that was shown to you, so that we can look it up. We answer by email, to the address you entered. Five questions an hour can be sent.

> Asking about a parcel? Name its reference. It is on the label and in every message about it.`,
  },
  {
    slug: 'write-help-articles',
    category: 'work',
    title: 'Write help articles',
    summary: 'Add your own, replace or hide those of the product, and see which ones help.',
    readers: ['staff'],
    keywords: 'help centre editor article markdown hide publish preview votes helpful guests customers',
    text: `Whoever has the right to write help articles finds **Manage articles** in the [help centre](/help-centre).

## Write one

Choose a title, a sentence for lists, a heading, and who it is for: guests, customers, staff, drivers. The text knows a few marks, and the preview shows what comes of them:

- Two number signs and a space begin a heading.
- A hyphen and a space begin a point of a list, a number and a full stop begin a step.
- A greater-than sign and a space begin a note.
- Words between double stars are strong.

Paragraphs are separated by an empty line. An article that is not shown stays in the list and can be shown later.

## Articles of the product

They change with every release. Hide those that do not fit, from the menu of their line. Open one and save it to put your own in its place; remove yours, and the product's comes back.

## Which ones help

Readers say whether an article was helpful, once each. The list shows how many of how many found it so. Who may read at all, the contact form, videos and help pages of your own are chosen in the [settings](/settings?tab=help_center).`,
  },
  {
    slug: 'upload-proofs-of-delivery',
    category: 'work',
    title: 'Upload signed documents and photos of deliveries',
    summary: 'Drop them all at once: barcodes, QR codes and file names say which shipment each belongs to.',
    readers: ['staff'],
    keywords: 'pod proof of delivery upload scan photo grv signed document barcode',
    text: `Open the [POD uploader](/tools/pod-uploader) and drop photos and scanned documents on it.

Each file is looked through for the barcode or QR code of a label, then its name and its text for a reference. The row says which shipment was found and what posting will do: mark it delivered, or add to the proof it has.

- Where nothing was found, type or scan the reference.
- Where name and barcode mean different shipments, type the right one.
- Several files of one shipment become one proof.

Enter who received the parcel where you know it, choose the day of the delivery if it was not today, and press **Post**. What could not be posted says why and can be tried again.

> Files that are not posted are not kept. The page asks before you leave it.`,
  },
  {
    slug: 'change-many-shipments',
    category: 'work',
    title: 'Change many shipments at once',
    summary: 'Paste references, choose one change, see what it would do, then run it.',
    readers: ['staff'],
    keywords: 'bulk update status hold cancel service level date driver many shipments',
    text: `Open [Bulk update](/tools/bulk-update), and paste or scan the references of the shipments.

Choose one change: a status, a service level, a date, a driver, placing on hold or taking off hold, or cancelling. It is tried on every shipment first without keeping anything, so you see which would change and why the others would not.

Run it when the list is right. Every shipment is changed once with the rules that hold for a single one, and the page shows what became of each. You may leave the page meanwhile, and cancel between two shipments.`,
  },
  {
    slug: 'reports-and-schedules',
    category: 'work',
    title: 'Reports, and how to have them sent',
    summary: 'Choose the days and what to group by, save it under a name, and get it by email every morning.',
    readers: ['staff', 'account'],
    keywords: 'report export csv excel xlsx schedule email daily weekly monthly on-time revenue vat ageing',
    text: `[Reports](/reports) lists what you may see, by subject. Each answers one question, which stands under its name.

Choose the days, what to group by, and an account, branch or service if you like. The address of the page holds all of it, so a bookmark opens the same report with the newest numbers. **Export** gives the table as CSV or for Excel.

## Saved and sent

**Save as** keeps your choices under a name. With a schedule the report is made every day, week or month at the hour you choose and sent to the addresses you enter, with the rights you have then.

## Large ones

More than 5,000 rows are made in the background and sent to you. Click download again after a few minutes to get the same file from the page.`,
  },
]
