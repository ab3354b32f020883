import { darkenForText, textColourOn } from '../customer/brand-style';
import { contrastRatio } from '../ui/contrast';
import { Icon } from '../ui/icon';

/** Text needs 4.5:1 and shapes 3:1 (WCAG 2.2 AA). */
export function ContrastCheck({ colour }: { colour: string }) {
  const on = textColourOn(colour);
  const button = contrastRatio(colour, on);
  const onWhite = contrastRatio(colour, '#ffffff');
  const lines = [
    {
      good: button >= 4.5,
      text: `${on === '#ffffff' ? 'White' : 'Dark'} text on it: ${ratio(button)}${button >= 4.5 ? '' : ', too little for text; choose a lighter or darker one'}`,
    },
    {
      good: onWhite >= 4.5,
      text:
        onWhite >= 4.5
          ? `As text on white: ${ratio(onWhite)}`
          : `As text on white: ${ratio(onWhite)}, too little, so links use ${darkenForText(colour)}`,
    },
    {
      good: onWhite >= 3,
      text:
        onWhite >= 3
          ? `As a shape on white: ${ratio(onWhite)}`
          : `As a shape on white: ${ratio(onWhite)}, hard to see; buttons still have their text`,
    },
  ];
  return (
    <ul className="mt-2 grid gap-1 text-12 text-ink-2" aria-label="Contrast">
      {lines.map(({ good, text }) => (
        <li key={text} className="flex gap-1.5">
          <Icon
            name={good ? 'check' : 'warning'}
            size={12}
            className={good ? 'mt-0.5 text-done' : 'mt-0.5 text-turn'}
          />
          <span>
            <span className="sr-only">{good ? 'Good. ' : 'Mind: '}</span>
            {text}
          </span>
        </li>
      ))}
    </ul>
  );
}

function ratio(value: number): string {
  return `${(Math.floor(value * 10) / 10).toFixed(1)}:1`;
}
