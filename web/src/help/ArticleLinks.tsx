import type { HelpEntry } from '@waybill/domain/help/model'
import { AppLink } from '../kit/ui/buttons/AppLink.tsx'
import styles from './article-links.module.css'

/** List of articles with title and summary; the whole row is a link. */
export function ArticleLinks({ of: articles }: { of: readonly HelpEntry[] }) {
  return (
    <ul className={styles.articles}>
      {articles.map(({ slug, title, summary }) => (
        <li className={styles.articlesItem} key={slug}>
          <AppLink to={`/help-centre/${slug}`} className={styles.article ?? ''}>
            <strong className={styles.articleStrong}>{title}</strong>
            <span>{summary}</span>
          </AppLink>
        </li>
      ))}
    </ul>
  )
}
