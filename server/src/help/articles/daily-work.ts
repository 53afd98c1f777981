import type { StoredArticle } from '@waybill/domain/help/model'

/** Help articles on features that are used throughout the product. */
export const work_articles: readonly StoredArticle[] = [
  {
    slug: 'inbox',
    category: 'work',
    title: 'Your inbox',
    summary: 'Which messages you get there, and how to keep it tidy.',
    readers: ['account', 'staff', 'driver'],
    keywords: 'message notification unread news mark read',
    text: `The [inbox](/inbox) collects messages for you. The number beside it in the navigation shows how many are unread and updates automatically.

Users of an account are told when

- a collection or delivery failed, or a shipment is on hold, cannot be delivered or comes back,
- we wrote a note to them about a shipment,
- an invoice was issued, if their role shows invoices,
- the account was put on hold or released.

Everyone is told when their password, their two-factor authentication or their role was changed. Staff who manage holds are told about new customers and about accounts that the system put on hold.

A message counts as read when you open it, but only for you: your colleagues still see it as unread. **Mark all as read** marks all your messages. You can mark a message as unread again in its menu. Messages are kept for 180 days.`,
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

## Set up your lists

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

We also get the page you came from and the number of the last error you saw, so that we can look it up. We answer by email, to the address you entered. You can send five questions an hour.

> Asking about a parcel? Give its reference. It is on the label and in every message about it.`,
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
    summary: 'Drop them all at once: barcodes, QR codes and file names show which shipment each belongs to.',
    readers: ['staff'],
    keywords: 'pod proof of delivery upload scan photo grv signed document barcode',
    text: `Open the [POD uploader](/tools/pod-uploader) and drop photos and scanned documents on it.

We search each file for the barcode or QR code of a label, then its name and its text for a reference. The row shows which shipment was found and what posting will do: mark it as delivered, or add to its existing proof.

- If nothing was found, type or scan the reference.
- If the name and the barcode point to different shipments, type the right reference.
- Several files of one shipment become one proof.

Enter who received the parcel if you know it, choose the day of the delivery if it was not today, and press **Post**. If a file could not be posted, its row shows the reason and you can try again.

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

Choose one change: a status, a service level, a date, a driver, placing on hold or taking off hold, or cancelling. The page first tests it on every shipment without saving anything. You see which shipments would change and why the others would not.

Run it when the list is right. Every shipment is changed once, with the same rules as for a single shipment. The page shows the result of each. You can leave the page while it runs, or cancel before the next shipment.`,
  },
  {
    slug: 'reports-and-schedules',
    category: 'work',
    title: 'Reports, and how to have them sent',
    summary: 'Choose the days and what to group by, save it under a name, and get it by email every morning.',
    readers: ['staff', 'account'],
    keywords: 'report export csv excel xlsx schedule email daily weekly monthly on-time revenue vat ageing',
    text: `[Reports](/reports) lists the reports you may see, by subject. Each answers one question, shown under its name.

Choose the days, what to group by, and an account, branch or service if you like. The address of the page contains your choices, so a bookmark opens the same report with the newest numbers. **Export** gives the table as CSV or for Excel.

## Saved and sent

**Save as** keeps your choices under a name. With a schedule the report is made every day, week or month at the hour you choose and sent to the addresses you enter. It uses the rights you have at that time.

## Large reports

Reports with more than 5,000 rows are made in the background and sent to you. Click download again after a few minutes to get the same file from the page.`,
  },
]
