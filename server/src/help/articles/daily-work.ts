import type { StoredArticle } from '@waybill/domain/help/model'

/** Help articles on features that are used throughout the product. */
export const work_articles: readonly StoredArticle[] = [
  {
    slug: 'inbox',
    category: 'work',
    title: 'Your inbox',
    summary: 'Which messages you get, and how to mark them as read.',
    readers: ['account', 'staff', 'driver'],
    keywords: 'message notification unread news mark read',
    text: `The [inbox](/inbox) contains messages for you. The number beside it in the navigation shows how many are unread. It updates automatically.

Users of an account get a message when

- a collection or delivery failed, or a shipment is on hold, cannot be delivered or is returned,
- we wrote them a note about a shipment,
- an invoice was issued, if their role shows invoices,
- the account was put on hold or released.

All users get a message when their password, their two-factor authentication or their role was changed. Staff who manage holds get messages about new customers and about automatic holds of accounts.

A message is marked as read when you open it, but only for you. Your colleagues still see it as unread. **Mark all as read** marks all your messages. To undo this for one message, choose **Mark as unread** in its menu. Messages are stored for 180 days.`,
  },
  {
    slug: 'work-faster',
    category: 'work',
    title: 'Work with the keyboard',
    summary: 'Commands, search and keyboard shortcuts that save time.',
    readers: ['account', 'staff'],
    keywords: 'shortcut keys command palette search scanner quick navigate dark theme columns views',
    text: `- \`Ctrl\` \`k\` opens the commands: type the page or action you want.
- \`/\` puts the cursor into the reference search. If you scan a label on any page, its shipment opens.
- \`g\` and then a letter opens a page, such as \`g\` \`s\` for shipments and \`g\` \`i\` for the inbox.
- In a list, \`j\` and \`k\` move from row to row, \`Enter\` opens a row, \`x\` selects it.
- \`Ctrl\` \`Enter\` saves a form.
- \`?\` shows all keys.

## Set up your lists

Choose columns and density at the top right of a list. Set filters, then press **Save view** to save them as a tab. These choices apply to you on every device.

## Light or dark

Choose the theme in the menu beside your name.`,
  },
  {
    slug: 'ask-a-question',
    category: 'work',
    title: 'Ask us',
    summary: 'Write to us from the help centre.',
    readers: ['guest', 'account'],
    keywords: 'contact support question email phone help form complaint',
    text: `Below the articles of the [help centre](/help-centre) you find our contact details and, if available, a form for your question.

1. Enter your name, your email address and your question.
2. Press **Send the question**.

We also receive the page you came from and the number of the last error you saw. This helps us to find the problem. We answer to the email address you entered. You can send five questions an hour.

> Is your question about a parcel? Give its reference. It is on the label and in every message about it.`,
  },
  {
    slug: 'write-help-articles',
    category: 'work',
    title: 'Write help articles',
    summary: 'Add your own articles, replace or hide product articles, and see which articles help.',
    readers: ['staff'],
    keywords: 'help centre editor article markdown hide publish preview votes helpful guests customers',
    text: `If you have permission to write help articles, you see **Manage articles** in the [help centre](/help-centre).

## Write one

Enter a title and a summary of one sentence. Choose a heading and the readers: guests, customers, staff or drivers. You can format the text. The preview shows the result:

- Start a heading with two number signs and a space.
- Start a list item with a hyphen and a space. Start a step with a number, a full stop and a space.
- Start a note with a greater-than sign and a space.
- Put two stars before and after bold words.

Leave an empty line between paragraphs. Hidden articles remain in the list, and you can show them later.

## Articles of the product

These articles change with every release. Hide an article with **Hide** in the menu of its line. To replace an article, open it, change it and save it. If you remove your version, the product article appears again.

## Which ones help

Each reader can say once whether an article was helpful. The list shows the number of helpful votes and the total. In the [settings](/settings?tab=help_center) you choose who can read articles, the contact form, videos and links to your own help pages.`,
  },
  {
    slug: 'upload-proofs-of-delivery',
    category: 'work',
    title: 'Upload signed documents and photos of deliveries',
    summary:
      'Add all files at once. Barcodes, QR codes and file names show which shipment each file belongs to.',
    readers: ['staff'],
    keywords: 'pod proof of delivery upload scan photo grv signed document barcode',
    text: `Open the [POD uploader](/tools/pod-uploader) and drop photos and scanned documents on it.

We search each file for the barcode or QR code of a label, then its name and its text for a reference. The row shows the shipment and the effect of posting: the shipment is marked as delivered, or the file is added to its existing proof.

- If no shipment was found, type or scan the reference.
- If the name and the barcode belong to different shipments, type the right reference.
- Several files of one shipment become one proof.

1. Enter the name of the receiver, if you know it.
2. If the delivery was not today, choose the day.
3. Press the button that starts with **Post**. If a file cannot be posted, its row shows the reason and you can try again.

> Files are stored only when you post them. The page warns you before you leave it.`,
  },
  {
    slug: 'change-many-shipments',
    category: 'work',
    title: 'Change many shipments at once',
    summary: 'Paste references, choose one change, check its effect, then run it.',
    readers: ['staff'],
    keywords: 'bulk update status hold cancel service level date driver many shipments',
    text: `Open [Bulk update](/tools/bulk-update), and paste or scan the references of the shipments.

Choose one change: a status, a service level, a date, a driver, hold or release, or cancel. The page first tests the change on every shipment and saves nothing. You see which shipments would change, and the reason why others would not.

If the list is right, run the change. The same rules apply as for a single shipment. The page shows the result for each shipment. You can leave the page while the change runs, or stop it before the next shipment.`,
  },
  {
    slug: 'reports-and-schedules',
    category: 'work',
    title: 'Reports, and how to have them sent',
    summary:
      'Choose the days and the grouping, save the report under a name, and get it by email on a schedule.',
    readers: ['staff', 'account'],
    keywords: 'report export csv excel xlsx schedule email daily weekly monthly on-time revenue vat ageing',
    text: `[Reports](/reports) lists the reports that you can open, by subject. Each report answers one question, shown below its name.

Choose the days and the grouping. You can also choose an account, branch or service. The address of the page contains your choices, so a bookmark opens the same report with current numbers. Press **Download** and choose **CSV** or **Excel workbook**.

## Saved and sent

Press **Save**. **Save as…** saves your choices under a name. With **Schedule…**, the report is made every day, week or month at the hour you choose and sent to the addresses you enter. It uses the rights that you have at that time.

## Large reports

Reports with more than 5,000 rows are made in the background and emailed to you. To get the same file from the page, press **Download** again after a few minutes.`,
  },
]
