import type { OpenMail } from '@/lib/contract/message-log';
import { Disclosure } from '../ui/disclosure';
import { HeaderList, PlainText } from '../ui/plain-content';
import { messageLabels as labels } from './labels';

export function MailSource({ text, headers }: Pick<NonNullable<OpenMail['content']>, 'text' | 'headers'>) {
  return (
    <>
      <Disclosure summary={labels.text}>
        <PlainText label={labels.textRegion} text={text} />
      </Disclosure>
      <Disclosure summary={labels.headers} meta={headers.length}>
        <HeaderList headers={headers} />
      </Disclosure>
    </>
  );
}
