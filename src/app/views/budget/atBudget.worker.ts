import { answerOnce } from '../../data/askOnce';
import { atBudget } from './atBudget';

answerOnce(atBudget);
