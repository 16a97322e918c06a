import { CheckCircleFilled, LaptopOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Card, Flex, Progress, theme } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { CREATE_STATE, THIS_MACHINE_STATE } from '../../../hooks/useCreateOnArrival.ts';
import type { FirstStep } from './first-steps.ts';

import styles from './Dashboard.module.css';

interface FirstStepsProps {
  steps: readonly FirstStep[];
  /** The machine of the server lets people in, and can be the first host. */
  hasThisMachine: boolean;
  onPutAway: () => void;
}

/** What is left to do before others can work here. Each step leads to where it is done. */
export function FirstSteps({ steps, hasThisMachine, onPutAway }: FirstStepsProps) {
  const { t } = useTranslation('dashboard');
  const { token } = theme.useToken();
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone)?.name;
  return (
    <Card
      size="small"
      title={<h2 className={styles.heading}>{t('steps.title')}</h2>}
      extra={
        <Button type="text" size="small" onClick={onPutAway}>
          {t('steps.putAway')}
        </Button>
      }
    >
      <Progress
        percent={(done / steps.length) * 100}
        format={() => t('steps.progress', { done, total: steps.length })}
        aria-label={t('steps.title')}
        size="small"
      />
      <ol className={styles.steps} aria-label={t('steps.title')}>
        {steps.map(({ name, path, isCreation, isDone }, index) => (
          <li key={name}>
            <Link
              to={path}
              state={isCreation ? CREATE_STATE : null}
              className={styles.step}
              style={{
                borderColor: name === next ? token.colorPrimary : token.colorBorderSecondary,
                color: isDone ? token.colorTextSecondary : token.colorText,
              }}
            >
              {isDone ? (
                <CheckCircleFilled aria-hidden style={{ color: token.colorSuccess, fontSize: 20 }} />
              ) : (
                <span aria-hidden className={styles.number} style={{ borderColor: token.colorBorder }}>
                  {index + 1}
                </span>
              )}
              <span className={styles.words}>
                <strong>
                  {t(`steps.${name}.title`)}
                  {isDone && <span className="visually-hidden">{t('steps.done')}</span>}
                </strong>
                <span style={{ color: token.colorTextSecondary }}>{t(`steps.${name}.help`)}</span>
              </span>
              <RightOutlined aria-hidden />
            </Link>
          </li>
        ))}
      </ol>
      {hasThisMachine && (
        <Flex gap={8} wrap align="baseline" style={{ marginTop: token.marginSM }}>
          <LaptopOutlined aria-hidden />
          <Link to="/asset" state={THIS_MACHINE_STATE}>
            {t('steps.thisMachine.title')}
          </Link>
          <span style={{ color: token.colorTextSecondary }}>{t('steps.thisMachine.help')}</span>
        </Flex>
      )}
    </Card>
  );
}
