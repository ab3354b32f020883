import { z } from 'zod';

export interface RecordedPage {
  /** Inside `<body>`, without scripts. */
  html: string;
  /** What server components send to the browser beside the HTML, except the frame of the document. */
  data: unknown;
}

/** Takes a page apart, so that a bare Next app can render the same elements and send the same data. */
export function recordPage(page: string): RecordedPage {
  const body = /<body[^>]*>(.*)<\/body>/su.exec(page)?.[1];
  if (body === undefined) throw new Error('the page has no body');
  const pushed = [...page.matchAll(/self\.__next_f\.push\(\[1,("(?:[^"\\]|\\.)*")\]\)/gu)];
  const lines = pushed
    .map(([, text = '""']) => z.string().parse(JSON.parse(text)))
    .join('')
    .split('\n');
  const data = lines.flatMap((line) => {
    const element = /^[\da-f]+:(\["\$",(?!"html").*)$/u.exec(line)?.[1];
    return element === undefined ? [] : [z.unknown().parse(JSON.parse(element))];
  });
  if (data.length === 0) throw new Error('the page has no data');
  return { html: body.replaceAll(/<script.*?<\/script>/gsu, ''), data };
}
