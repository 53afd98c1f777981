/**
 * Places of Limpopo. Tab-separated: suburb, city, street postal code, province, latitude, longitude
 * (docs/domain/maps.md).
 */
export const limpopo_places = `
Polokwane Central	Polokwane	0699	LP	-23.9040	29.4690
Bendor	Polokwane	0699	LP	-23.8890	29.5020
Flora Park	Polokwane	0699	LP	-23.9230	29.4870
Fauna Park	Polokwane	0699	LP	-23.9130	29.4960
Ivy Park	Polokwane	0699	LP	-23.9260	29.4430
Ladanna	Polokwane	0699	LP	-23.8660	29.4620
Nirvana	Polokwane	0699	LP	-23.8870	29.4250
Westenburg	Polokwane	0699	LP	-23.9010	29.4140
Seshego	Polokwane	0742	LP	-23.8520	29.3840
Mankweng	Polokwane	0727	LP	-23.8860	29.7170
Lephalale	Lephalale	0555	LP	-23.6670	27.7450
Onverwacht	Lephalale	0557	LP	-23.6870	27.7000
Marapong	Lephalale	0556	LP	-23.6580	27.6280
Mokopane	Mokopane	0601	LP	-24.1840	29.0130
Mahwelereng	Mokopane	0626	LP	-24.1530	28.9880
Tzaneen	Tzaneen	0850	LP	-23.8330	30.1630
Nkowankowa	Nkowankowa	0870	LP	-23.8880	30.2890
Lenyenye	Lenyenye	0857	LP	-23.9680	30.2720
Letsitele	Letsitele	0885	LP	-23.8750	30.3920
Haenertsburg	Haenertsburg	0730	LP	-23.9440	29.9400
Modjadjiskloof	Modjadjiskloof	0835	LP	-23.6980	30.1390
Gravelotte	Gravelotte	0895	LP	-23.9480	30.6120
Phalaborwa	Phalaborwa	1389	LP	-23.9450	31.1410
Namakgale	Namakgale	1391	LP	-23.9460	31.0250
Hoedspruit	Hoedspruit	1380	LP	-24.3540	30.9490
Giyani	Giyani	0826	LP	-23.3020	30.7190
Malamulele	Malamulele	0982	LP	-23.0040	30.6960
Thohoyandou	Thohoyandou	0950	LP	-22.9460	30.4850
Sibasa	Sibasa	0970	LP	-22.9390	30.4660
Louis Trichardt	Louis Trichardt	0920	LP	-23.0440	29.9030
Elim	Elim	0960	LP	-23.1550	30.0570
Musina	Musina	0900	LP	-22.3510	30.0410
Alldays	Alldays	0909	LP	-22.6770	29.1050
Thabazimbi	Thabazimbi	0380	LP	-24.5920	27.4110
Northam	Northam	0360	LP	-24.9530	27.2620
Bela-Bela	Bela-Bela	0480	LP	-24.8850	28.2960
Modimolle	Modimolle	0510	LP	-24.6980	28.4060
Mookgophong	Mookgophong	0560	LP	-24.5170	28.7130
Vaalwater	Vaalwater	0530	LP	-24.2950	28.1120
Lebowakgomo	Lebowakgomo	0737	LP	-24.1990	29.5030
Jane Furse	Jane Furse	1085	LP	-24.7570	29.8680
Groblersdal	Groblersdal	0470	LP	-25.1690	29.3960
Marble Hall	Marble Hall	0450	LP	-24.9690	29.2970
Burgersfort	Burgersfort	1150	LP	-24.6740	30.3310
Steelpoort	Steelpoort	1133	LP	-24.7290	30.2060
`
