import type { KeptArticle } from '@waybill/domain/help/model'

/** What helps everywhere in the product. */
export const work_articles: readonly KeptArticle[] = [
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
]
