import { useEffect, useRef } from 'react';
import * as format from '../../../../core/stats/format';
import { Button } from '../../../components/Button';
import type { SendPlan } from '../../../data/liveEmbed';
import { useShownCount } from './useShownCount';
import styles from './Job.module.css';
import { Facts } from '../../../components/Facts';

/** Everything about a run over the network before it happens, and the button that lets it happen. */
export function PlanTable({
  plan,
  onSend,
  onDrop,
}: {
  plan: SendPlan;
  onSend: () => void;
  onDrop: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => void heading.current?.focus(), []);
  const [shown, showMore] = useShownCount(20, 200);
  const nothing = plan.inputs === 0;
  const facts: [string, string][] = [
    ['Goes to', plan.origin],
    [
      'Model',
      `${plan.model}${plan.dimensions === null ? '' : `, ${format.count(plan.dimensions)} dimensions`}`,
    ],
    ['Requests', format.count(plan.requests)],
    [
      'Texts to embed',
      `${format.count(plan.inputs)}${plan.probe ? ', two of them to see whether the longest text is read to its end' : ''}`,
    ],
    ['Kept from before', `${format.count(plan.cached)}, not sent`],
    ['Bytes of text', `${format.count(plan.bytes)} (${format.bytes(plan.bytes)})`],
    ['Tokens (cl100k_base)', plan.tokens === null ? 'not counted' : format.count(plan.tokens)],
    ['Estimated price', priceWords(plan)],
  ];
  return (
    <section className={styles.plan} aria-labelledby="plan">
      <h3 id="plan" ref={heading} tabIndex={-1}>
        {nothing ? 'Nothing has to be sent' : 'What would be sent'}
      </h3>
      <Facts facts={facts} />
      <p className="small soft">
        Sent: the texts, the name of the model{plan.dimensions === null ? '' : ', the number of dimensions'},
        your key in the Authorization header if one is set, and, as browsers do, the origin of this page (
        {location.origin}). Not sent: cookies, names of files, labels that are not part of a text, anything
        else.
      </p>
      {nothing ? null : (
        <details>
          <summary>The texts of this run ({format.count(plan.texts.length)}), kept ones among them</summary>
          <ol className={styles.texts} tabIndex={0} aria-label="Texts of this run">
            {Array.from({ length: Math.min(shown, plan.texts.length) }, (_, index) => (
              <li key={index} dir="auto">
                {shortened(plan.texts.at(index))}
              </li>
            ))}
          </ol>
          {shown < plan.texts.length ? <Button onClick={showMore}>Show more of them</Button> : null}
        </details>
      )}
      <div className="row">
        <Button tone="primary" onClick={onSend}>
          {nothing
            ? 'Use the kept vectors'
            : `Send ${format.count(plan.inputs)} ${plan.inputs === 1 ? 'text' : 'texts'} to ${plan.origin}`}
        </Button>
        <Button onClick={onDrop}>Do not send</Button>
      </div>
    </section>
  );
}

function shortened(text: string): string {
  return text.length > 2000
    ? `${text.slice(0, 2000)}… (${format.count(text.length)} characters in all)`
    : text;
}

function priceWords({ price, inputs }: SendPlan): string {
  if (inputs === 0) return 'US$ 0';
  if (!price) return 'not known for this endpoint';
  return `US$ ${format.decimal(price.usd, price.usd < 0.01 ? 6 : 4)}, at US$ ${format.decimal(price.usdPerMillionTokens, 2)} per million tokens. ${price.note}`;
}
