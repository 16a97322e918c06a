import { Flex, Tag, Tooltip } from 'antd';

interface TagListProps {
  tags: readonly string[];
  /** How many are shown before the rest becomes "+n". */
  max?: number;
}

/** Tags on one line; the ones that do not fit are named on hover. */
export function TagList({ tags, max = 3 }: TagListProps) {
  const shown = tags.slice(0, max);
  const rest = tags.slice(max);
  return (
    <Flex gap={4} component="ul" style={{ margin: 0, padding: 0, listStyle: 'none' }}>
      {shown.map((tag) => (
        <li key={tag}>
          <Tag style={{ marginInlineEnd: 0 }}>{tag}</Tag>
        </li>
      ))}
      {rest.length > 0 && (
        <li>
          <Tooltip title={rest.join(', ')}>
            <Tag tabIndex={0} aria-label={rest.join(', ')} style={{ marginInlineEnd: 0 }}>
              +{rest.length}
            </Tag>
          </Tooltip>
        </li>
      )}
    </Flex>
  );
}
