import { ProseLine } from '../../kit/ui/texts/Prose.tsx'
import { useAccess } from '../access.ts'
import { mayVisit } from '../pages.ts'

/** A message of the company with its marks; fetched only for a message that has any. */
export default function RichText({ text }: { text: string }) {
  const access = useAccess()
  return <ProseLine text={text} mayGo={(path) => mayVisit(path, access)} />
}
