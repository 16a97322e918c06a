/** What the router gives each page. */
export interface PageProps {
  title: string;
}
