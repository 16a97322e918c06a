import { Link } from 'react-router';

import { plainText, type Block, type Chapter, type Inline } from './markdown.ts';

import styles from './ManualArticle.module.css';

/** One chapter, drawn. */
export function ManualArticle({ chapter: { title, blocks } }: { chapter: Chapter }) {
  return (
    <article className={styles.article}>
      <h1>{title}</h1>
      {blocks.map((block, index) => (
        <BlockView key={index} block={block} />
      ))}
    </article>
  );
}

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return (
        <h2 id={block.id} tabIndex={-1}>
          <Words content={block.content} />
          <a className={styles.anchor} href={`#${block.id}`} aria-label={plainText(block.content)}>
            #
          </a>
        </h2>
      );
    case 'note':
      return (
        <p className={styles.note}>
          <Words content={block.content} />
        </p>
      );
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item, index) => (
            <li key={index}>
              <Words content={item} />
            </li>
          ))}
        </List>
      );
    }
    case 'code':
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines are scrolled with the keyboard, too
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case 'table':
      return <TableView {...block} />;
    default:
      return (
        <p>
          <Words content={block.content} />
        </p>
      );
  }
}

function TableView({ head, rows }: Extract<Block, { kind: 'table' }>) {
  return (
    <div className={styles.table}>
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={index} scope="col">
                <Words content={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>
                  <Words content={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Words({ content }: { content: readonly Inline[] }) {
  return content.map((part, index) => <Word key={index} part={part} />);
}

function Word({ part: { kind, text, to = '' } }: { part: Inline }) {
  switch (kind) {
    case 'ui':
      return <strong className={styles.ui}>{text}</strong>;
    case 'code':
      return <code>{text}</code>;
    case 'link':
      // Chapters are linked by their files, so that the links also work where those are read.
      return to.startsWith('/') ? (
        <a href={to}>{text}</a>
      ) : (
        <Link to={`/manual/${to.replace(/\.md(?=#|$)/, '')}`}>{text}</Link>
      );
    default:
      return text;
  }
}
