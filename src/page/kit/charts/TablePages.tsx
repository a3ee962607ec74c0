/** The pages of a long table, each button with its name. */
import { Pagination } from '@mantine/core';
import { chartsText } from '../../../words/words.ts';

interface Props {
  readonly pages: number;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

export function TablePages({ pages, page, onPage }: Props) {
  if (pages < 2) return null;
  const words = chartsText.pages;
  return (
    <Pagination
      size="xs"
      mt={4}
      total={pages}
      value={page}
      onChange={onPage}
      siblings={0}
      getItemProps={(item) => ({ 'aria-label': words.page(item) })}
      getControlProps={(control) => ({ 'aria-label': words[control] })}
    />
  );
}
