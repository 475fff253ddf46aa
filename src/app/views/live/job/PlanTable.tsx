import { useEffect, useRef } from 'react';
import * as format from '../../../../core/stats/format';
import { Button } from '../../../components/Button';
import { Facts } from '../../../components/Facts';
import { Notice } from '../../../components/Notice';
import type { SendPlan } from '../../../data/liveEmbed';
import { guess } from './progressModel';
import { useShownCount } from './useShownCount';
import styles from './Job.module.css';

/** Everything about a run before it happens, and the button that lets it happen. */
export function PlanTable({
  plan,
  changed,
  unsendable,
  onSend,
  onDrop,
}: {
  plan: SendPlan;
  /** Whether it takes the place of a plan that was shown. */
  changed: boolean;
  /** Why nothing may be sent yet; null where it may. */
  unsendable: string | null;
  onSend: () => void;
  onDrop: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => void heading.current?.focus(), []);
  const nothing = plan.inputs === 0;
  return (
    <section className={styles.plan} aria-labelledby="plan">
      <h3 id="plan" ref={heading} tabIndex={-1}>
        {plan.local
          ? nothing
            ? 'Nothing has to be embedded'
            : 'What would be embedded'
          : nothing
            ? 'Nothing has to be sent'
            : 'What would be sent'}
      </h3>
      {changed ? (
        <Notice tone="warn">
          What is kept has changed since the last plan, so this is a new one. Nothing is sent before you
          confirm it.
        </Notice>
      ) : null}
      <Facts facts={plan.local ? localFacts(plan) : remoteFacts(plan)} />
      {plan.local ? null : <SentTexts plan={plan} />}
      <div className="row">
        {unsendable !== null && !nothing ? (
          <span className="soft">{unsendable}</span>
        ) : (
          <Button tone="primary" onClick={onSend}>
            {plan.local
              ? nothing
                ? 'Run with the kept vectors'
                : `Embed ${format.count(plan.inputs)} texts and run`
              : nothing
                ? 'Use the kept vectors'
                : `Send ${atMost(plan)}${format.count(plan.inputs)} ${plan.inputs === 1 ? 'text' : 'texts'} to ${plan.origin}`}
          </Button>
        )}
        <Button onClick={onDrop}>{plan.local ? 'Not now' : 'Do not send'}</Button>
      </div>
    </section>
  );
}

function remoteFacts(plan: SendPlan): [string, string][] {
  return [
    ['Goes to', plan.origin],
    [
      'Model',
      `${plan.model}${plan.dimensions === null ? '' : `, ${format.count(plan.dimensions)} dimensions`}`,
    ],
    ['Requests', atMost(plan) + format.count(plan.requests)],
    [
      'Texts to embed',
      `${atMost(plan)}${format.count(plan.inputs)}${plan.probe ? ', two of them to see whether the longest text is read to its end' : ''}${plan.check ? ', one of them kept already, to see whether the model is still the same' : ''}${plan.atMost ? '. The semantic strategy cuts by vectors, so how many chunks it makes is not known before' : ''}`,
    ],
    ['Kept from before', `${format.count(plan.cached)}, not sent`],
    ['Bytes of text', bytesWords(plan)],
    ['Tokens (cl100k_base)', plan.tokens === null ? 'not counted' : atMost(plan) + format.count(plan.tokens)],
    ['Estimated price', priceWords(plan)],
  ];
}

const atMost = (plan: SendPlan): string => (plan.atMost ? 'at most ' : '');

const bytesWords = (plan: SendPlan): string =>
  `${atMost(plan)}${format.count(plan.bytes)} (${format.bytes(plan.bytes)})`;

/** What the built-in model reads in a second, measured on the machines that this was built on. */
const tokensASecond = 1000;

/** What a run with the built-in model takes; nothing of it is sent. */
function localFacts(plan: SendPlan): [string, string][] {
  const { model, inputs, cached, tokens } = plan;
  return [
    ['Model', `${model}, in this page; nothing is sent`],
    ['Texts to embed', format.count(inputs)],
    ['Kept from before', format.count(cached)],
    ['Bytes of text', bytesWords(plan)],
    ['Tokens', `about ${format.count(tokens)} (four bytes a token)`],
    [
      'Time',
      inputs === 0
        ? 'none for embedding'
        : `about ${guess((1000 * (tokens ?? 0)) / tokensASecond)} at ${format.count(tokensASecond)} tokens a second; measured again with the first texts`,
    ],
  ];
}

/** What leaves the machine, and what does not. */
function SentTexts({ plan }: { plan: SendPlan }) {
  const [shown, showMore] = useShownCount(20, 200);
  return (
    <>
      <p className="small soft">
        Sent: the texts, the name of the model{plan.dimensions === null ? '' : ', the number of dimensions'},
        your key and the extra headers if any are set, and, as browsers do, the origin of this page (
        {location.origin}). Not sent: cookies, names of files, labels that are not part of a text, anything
        else.
      </p>
      {plan.inputs === 0 ? null : (
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
    </>
  );
}

function shortened(text: string): string {
  return text.length > 2000
    ? `${text.slice(0, 2000)}… (${format.count(text.length)} characters in all)`
    : text;
}

function priceWords(plan: SendPlan): string {
  const { price, inputs } = plan;
  if (inputs === 0) return 'US$ 0';
  if (!price) return 'not known for this endpoint';
  return `${atMost(plan)}US$ ${format.decimal(price.usd, price.usd < 0.01 ? 6 : 4)}, at US$ ${format.decimal(price.usdPerMillionTokens, 2)} per million tokens. ${price.note}`;
}
